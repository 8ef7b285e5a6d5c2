package import Primitives

/// What is cut off the beginning of the journal at once.
package struct JournalCut: Sendable, Equatable {
    static let action = "journal.cut"

    /// The last of the rows, and the seal that the rest follows on.
    package let through: JournalChain.Point
    package let count: Int64
    /// When the first and the last of them happened.
    package let first: Timestamp
    package let last: Timestamp
    /// How many rows were ever cut, these included.
    package let total: Int64

    package init(through: JournalChain.Point, count: Int64, first: Timestamp, last: Timestamp, total: Int64) {
        self.through = through
        self.count = count
        self.first = first
        self.last = last
        self.total = total
    }

    /// The sealed summary that stays in their place.
    package func entry(at now: Timestamp, by actor: JournalEntry.Actor) -> JournalEntry {
        JournalEntry(
            at: now, by: actor, Self.action,
            details: [
                "through": "\(through.number)", "seal": through.seal.hex, "count": "\(count)", "total": "\(total)",
                "first": "\(first.milliseconds)", "last": "\(last.milliseconds)",
            ])
    }

    /// Whether a row's details tell of a cut up to `point`. They are read as text: a row that is being verified is not believed to be JSON.
    static func isEntry(_ row: JournalRow, of point: JournalChain.Point) -> Bool {
        row.action == action && row.details.contains("\"through\":\"\(point.number)\"")
            && row.details.contains("\"seal\":\"\(point.seal.hex)\"")
    }
}
