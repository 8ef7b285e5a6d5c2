package import Journal
package import Primitives

/// What radio stations need from storage. Every method is one transaction.
package protocol RadioStore: Sendable {
    /// By name.
    func stations() async throws -> [RadioStation]

    /// Throws `conflict` for one more than `RadioStation.maximumCount`.
    func add(_ station: RadioStation, journal entry: JournalEntry) async throws

    /// False when there is no such station; `createdAt` stays what it was.
    func change(_ station: RadioStation, journal entry: JournalEntry) async throws -> Bool

    /// False when there is no such station.
    func remove(_ id: ID<RadioStation>, journal entry: JournalEntry) async throws -> Bool
}
