package import Primitives

/// A library as people see it who only browse.
package struct LibraryReference: Sendable, Equatable {
    package let id: ID<Library>
    /// A small number that stays the library's for good, for protocols that have no room for an id.
    package let number: Int
    package let name: String
    /// When a scan of it last came to its end.
    package let lastScanAt: Timestamp?

    package init(id: ID<Library>, number: Int, name: String, lastScanAt: Timestamp?) {
        self.id = id
        self.number = number
        self.name = name
        self.lastScanAt = lastScanAt
    }
}
