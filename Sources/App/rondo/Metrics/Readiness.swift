import Primitives
import SQLiteStore
import Synchronization

/// Whether requests can be served at this moment. Health, which `/health` tells, is only that the process answers.
final class Readiness: Sendable {
    enum Obstacle: String {
        case starting, stopping, database

        var sentence: String {
            switch self {
            case .starting: "The gateway is starting"
            case .stopping: "The gateway is stopping"
            case .database: "The database cannot be read"
            }
        }
    }

    private let phase: Mutex<Obstacle?>
    private let probe: @Sendable () async throws -> Void

    /// - Parameter probe: throws where the database cannot be read.
    init(started: Bool = false, probe: @escaping @Sendable () async throws -> Void) {
        phase = Mutex(started ? nil : .starting)
        self.probe = probe
    }

    func started() { phase.withLock { if $0 == .starting { $0 = nil } } }
    func stopping() { phase.withLock { $0 = .stopping } }

    /// Nil where there is none. It answers within two seconds, also where the disk does not.
    func obstacle() async -> Obstacle? {
        if let phase = phase.withLock({ $0 }) { return phase }
        let probe = probe
        return await withTaskGroup(of: Obstacle?.self) { group in
            group.addTask { (try? await probe()) == nil ? .database : nil }
            group.addTask {
                try? await Task.sleep(for: .seconds(2))
                return .database
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}
