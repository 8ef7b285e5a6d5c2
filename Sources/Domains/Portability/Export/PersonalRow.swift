package import Primitives

/// One thing that somebody has, as a line of their export.
package struct PersonalRow: Sendable {
    package enum Value: Sendable, Equatable {
        case text(String)
        case integer(Int64)
        case real(Double)
        case instant(Timestamp)
        case nothing
    }

    /// In the order of the columns.
    package let values: [Value]

    package init(_ values: [Value]) {
        self.values = values
    }
}
