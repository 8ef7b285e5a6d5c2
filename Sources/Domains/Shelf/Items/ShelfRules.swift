import Primitives

/// The bounds of shelves, and what the words on them may be.
package enum ShelfRules {
    package static let mostFolders = 500
    package static let mostItems = 20_000
    /// How many things one call puts, moves or removes.
    package static let mostAtOnce = 1000
    package static let longestFolderName = 100
    package static let longestTitle = 300
    package static let longestGenre = 100
    package static let longestComment = 2000
    /// A week, which is longer than anything that is played at one go.
    package static let longestDuration: Int64 = 7 * 24 * 3600 * 1000

    /// Text on one line, as it is kept.
    static func line(_ text: String, _ length: ClosedRange<Int>, field: String) throws(DomainError) -> String {
        try checked(PlainText.line(text), length, field: field)
    }

    /// Text that may have several lines.
    static func lines(_ text: String, _ length: ClosedRange<Int>, field: String) throws(DomainError) -> String {
        try checked(PlainText.lines(text), length, field: field)
    }

    private static func checked(
        _ text: String, _ length: ClosedRange<Int>, field: String
    ) throws(DomainError) -> String {
        guard length.contains(text.unicodeScalars.count) else {
            throw .invalid(
                length.lowerBound == 0
                    ? "\(field) has at most \(length.upperBound) visible characters"
                    : "\(field) has \(length.lowerBound) to \(length.upperBound) visible characters", field: field)
        }
        return text
    }
}
