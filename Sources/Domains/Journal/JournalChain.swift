package import Primitives

/// The beginning and the end of the journal, stored beside it.
package struct JournalChain: Sendable, Equatable {
    /// A row's number and seal.
    package struct Point: Sendable, Equatable {
        package let number: Int64
        package let seal: JournalSeal

        package init(number: Int64, seal: JournalSeal) {
            self.number = number
            self.seal = seal
        }

        /// Reads `12:` and 64 hexadecimal digits, the form that `text` writes.
        package init?(text: String) {
            let parts = text.split(separator: ":")
            guard parts.count == 2, let number = Int64(parts[0]), number >= 0,
                let seal = JournalSeal(hex: String(parts[1]))
            else { return nil }
            self.init(number: number, seal: seal)
        }

        package var text: String { "\(number):\(seal.hex)" }
    }

    /// The last row that was cut; number 0 when none was.
    package let cut: Point
    /// The last row of all.
    package let head: Point

    package init(cut: Point, head: Point) {
        self.cut = cut
        self.head = head
    }
}

/// Consecutive rows, with the chain as it was when they were read.
package struct JournalRange: Sendable {
    package let rows: [(row: JournalRow, seal: JournalSeal?)]
    package let chain: JournalChain

    package init(rows: [(row: JournalRow, seal: JournalSeal?)], chain: JournalChain) {
        self.rows = rows
        self.chain = chain
    }
}

/// The rows at the beginning of the journal that are removed by one cut.
package struct JournalCut: Sendable, Equatable {
    static let action = "journal.cut"

    /// The last of the rows, and the seal that the remaining rows continue from.
    package let through: JournalChain.Point
    package let count: Int64
    /// The times of the first and the last of these rows.
    package let first: Timestamp
    package let last: Timestamp
    /// All rows that were ever cut, these included.
    package let total: Int64

    package init(through: JournalChain.Point, count: Int64, first: Timestamp, last: Timestamp, total: Int64) {
        self.through = through
        self.count = count
        self.first = first
        self.last = last
        self.total = total
    }

    /// The sealed summary that replaces the rows.
    package func entry(at now: Timestamp, by actor: JournalEntry.Actor) -> JournalEntry {
        JournalEntry(
            at: now, by: actor, Self.action,
            details: [
                "through": "\(through.number)", "seal": through.seal.hex, "count": "\(count)", "total": "\(total)",
                "first": "\(first.milliseconds)", "last": "\(last.milliseconds)",
            ])
    }

    /// Whether a row's details describe a cut up to `point`. They are read as text, because a row that is being
    /// verified may not be valid JSON.
    static func isEntry(_ row: JournalRow, of point: JournalChain.Point) -> Bool {
        row.action == action && row.details.contains("\"through\":\"\(point.number)\"")
            && row.details.contains("\"seal\":\"\(point.seal.hex)\"")
    }
}
