/// The latest events, kept so that clients can catch up. How many are kept is bounded; older ones are dropped.
package protocol EventLog: Sendable {
    /// The number of the newest event; zero when there never was one.
    func newest() async throws -> Int64
    /// The first `limit` events after `number`, oldest first; nil when some of them have been dropped, or `number` has never been given.
    func events(after number: Int64, limit: Int) async throws -> [LoggedEvent]?
}
