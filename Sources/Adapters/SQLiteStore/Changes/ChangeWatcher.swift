/// A long-lived service that notices what other processes commit, such as the command line beside a running gateway.
package struct ChangeWatcher: Sendable {
    private let database: SQLiteDatabase
    private let beat: Duration

    package init(_ database: SQLiteDatabase, every beat: Duration = .milliseconds(500)) {
        self.database = database
        self.beat = beat
    }

    /// Returns when its task is cancelled. A database that cannot be read for a while does not end it.
    package func run() async throws {
        var seen: Int64?
        while !Task.isCancelled {
            if let count = try? await database.changeCount(), count != seen {
                if (try? await database.refreshChanges()) != nil {
                    seen = count
                }
            }
            try? await Task.sleep(for: beat)
        }
    }
}
