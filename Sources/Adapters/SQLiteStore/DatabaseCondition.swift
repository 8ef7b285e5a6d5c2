import Foundation
import GRDB
package import Primitives
import Synchronization

/// What is known about the database file's health. Once it is known to be damaged nothing is written to it any more, so that what can be
/// saved of it stays as it is; it is read on, since much of it may be whole.
package final class DatabaseCondition: Sendable {
    package enum State: Sendable, Equatable {
        /// Not looked through yet: a large one is while the server runs.
        case unexamined
        case sound(SQLiteDatabase.Examination)
        /// With what was found first.
        case damaged(String)
    }

    private let current = Mutex(State.unexamined)
    /// Whether SQLite has read what cannot be, and nobody has looked yet whether it is so.
    private let isSuspected = Mutex(false)

    package var state: State { current.withLock { $0 } }

    package var isDamaged: Bool {
        if case .damaged = state { true } else { false }
    }

    /// What is damaged stays so until the next start.
    package func note(_ state: State) {
        current.withLock { current in
            if case .damaged = current { return }
            current = state
        }
    }

    /// Has the file looked through when SQLite says that it has read what cannot be. A failing system call can look like that, so it is damaged
    /// when each of a few looks finds something; nothing is written until then.
    ///
    /// - Parameter look: what is wrong with the file; empty for nothing. Throws where it cannot be read just now, which is no damage. Runs on
    ///   a thread of its own.
    func note(_ error: DatabaseError, confirmedBy look: @escaping @Sendable () throws -> [String]) {
        guard [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode), !isDamaged else { return }
        let isFirst = isSuspected.withLock { suspected in
            defer { suspected = true }
            return !suspected
        }
        guard isFirst else { return }
        Thread.detachNewThread { [self] in
            defer { isSuspected.withLock { $0 = false } }
            var found: [String] = []
            for _ in 0..<Self.looks {
                found = (try? look()) ?? []
                if found.isEmpty { return }
                Thread.sleep(forTimeInterval: Self.pause)
            }
            note(.damaged(found[0]))
        }
    }

    private static let looks = 3
    private static let pause = 0.3

    func requireSound() throws(DomainError) {
        if isSuspected.withLock({ $0 }) {
            throw DomainError(
                .unavailable, "The database is being looked through, since a part of it could not be read",
                reason: "database_corrupt", retryAfter: .seconds(2))
        }
        guard isDamaged else { return }
        throw DomainError(
            .unavailable,
            "The database is damaged, so nothing is written any more; an administrator has to restore a backup",
            reason: "database_corrupt", retryAfter: .seconds(300))
    }
}
