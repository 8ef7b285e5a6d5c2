package import Journal
package import Primitives

/// Where requests are kept. Every method is one transaction.
package protocol FeatureRequestStore: Sendable {
    /// Newest first: one person's, or everybody's in one state, or all.
    func requests(
        of person: ID<Person>?, in state: FeatureRequest.State?, _ page: PageRequest
    ) async throws -> Page<FeatureRequest>
    func openCount() async throws -> Int
    /// Throws `conflict` with reason `too_many_open` where the person has `FeatureRequest.openLimit` open already.
    func add(
        _ id: ID<FeatureRequest>, _ text: String, by person: ID<Person>, at now: Timestamp, journal entry: JournalEntry
    ) async throws -> FeatureRequest
    /// Tells the person who asked. Nil when there is none.
    func answer(
        _ id: ID<FeatureRequest>, _ answer: String, _ state: FeatureRequest.State, by admin: ID<Person>?,
        at now: Timestamp, journal entry: JournalEntry
    ) async throws -> FeatureRequest?
    /// Removes it if it is this person's and still open. Returns false when there is none; throws `conflict` with reason `request_answered`
    /// when it is not open any more.
    func withdraw(_ id: ID<FeatureRequest>, of person: ID<Person>, journal entry: JournalEntry) async throws -> Bool
}
