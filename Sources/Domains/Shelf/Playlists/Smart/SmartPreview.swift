package import Catalog

/// What rules find at the moment.
package struct SmartPreview: Sendable, Equatable {
    package let count: Int
    package let durationMilliseconds: Int64
    package let first: [TrackItem]

    package init(count: Int, durationMilliseconds: Int64, first: [TrackItem]) {
        self.count = count
        self.durationMilliseconds = durationMilliseconds
        self.first = first
    }
}
