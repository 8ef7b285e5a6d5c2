package import Primitives

/// What reading, verifying and cutting the journal needs from storage. Every method is one transaction.
package protocol JournalStore: Sendable {
    /// Newest first.
    func entries(_ filter: JournalFilter, _ page: PageRequest) async throws -> Page<JournalRecord>
    /// What these things are called, of those that are there: one query however many they are.
    func names(of references: Set<JournalReference>) async throws -> [JournalReference: JournalName]
    /// Oldest first, at most `limit` of those behind `last`.
    func entries(
        _ filter: JournalFilter, after last: JournalRecord?, limit: Int
    ) async throws -> [JournalRecord]
    /// Every action that there is an entry of, in the order of the alphabet.
    func actions() async throws -> [String]
    /// At most `limit` rows with higher numbers than `number`, in their order, nothing left out that is there.
    func stretch(after number: Int64, limit: Int) async throws -> JournalRange
    /// Seals what is older than `instant` in an entry that `entry` makes of it, from when on it counts as cut. Nil when nothing is that
    /// old. Whatever happened first is cut first: rows behind one that is younger stay.
    func cut(
        before instant: Timestamp, _ entry: @escaping @Sendable (JournalCut) -> JournalEntry
    ) async throws -> JournalCut?
    /// How many rows that do not count as cut are older than `instant`.
    func count(before instant: Timestamp) async throws -> Int
    /// Removes at most `limit` of the rows that count as cut, and says whether there may be more.
    func removeCut(limit: Int) async throws -> Bool
}
