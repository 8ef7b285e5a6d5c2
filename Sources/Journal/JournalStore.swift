package import Primitives

/// What reading, verifying and cutting the journal needs from storage. Every method is one transaction.
package protocol JournalStore: Sendable {
    /// Newest first.
    func entries(_ filter: JournalFilter, _ page: PageRequest) async throws -> Page<JournalRecord>
    /// Oldest first, at most `limit` of those behind `last`.
    func entries(
        _ filter: JournalFilter, after last: JournalRecord?, limit: Int
    ) async throws -> [JournalRecord]
    /// Every action that there is an entry of, in the order of the alphabet.
    func actions() async throws -> [String]
    /// At most `limit` rows with higher numbers than `number`, in their order, nothing left out that is there.
    func stretch(after number: Int64, limit: Int) async throws -> JournalStretch
    /// Seals what is older than `instant` in an entry that `entry` makes of it, from when on it counts as cut. Nil when nothing is that
    /// old. Whatever happened first is cut first: rows behind one that is younger stay.
    func cut(
        before instant: Timestamp, _ entry: @escaping @Sendable (JournalCut) -> JournalEntry
    ) async throws -> JournalCut?
    /// Removes at most `limit` of the rows that count as cut, and says whether there may be more.
    func removeCut(limit: Int) async throws -> Bool
}
