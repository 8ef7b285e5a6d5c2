import SQLiteStore
import Shelf

/// Tells open event streams that somebody has played or judged something or changed a playlist, every two seconds at the most: rules across
/// people find something else then. What it was is nobody's business but that of those who may see it.
struct ChangesBeat {
    private static let gap = Duration.seconds(2)

    let changes: ChangeSignal
    let events: SmartChanges

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (area, source) in [(ChangeSignal.Area.shelf, SmartSource.shelf), (.listening, .listening)] {
                group.addTask {
                    for await _ in changes.revisions(of: area) {
                        events.send([source])
                        try await Task.sleep(for: Self.gap)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
