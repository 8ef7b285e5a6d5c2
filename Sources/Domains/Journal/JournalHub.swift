import Foundation
package import Primitives

/// Notifies every open event stream of the parts of the screen that new journal rows have changed, whichever process
/// wrote them. There is one reader of the journal for any number of streams. Every action that changes something is a
/// row, so no other notice is needed.
package final class JournalHub: Sendable {
    private static let batch = 500

    private let journal: any JournalStore
    /// A subscriber that falls further behind than this many updates is dropped.
    private let broadcast = Broadcast<JournalUpdate>(.complete(16))

    package init(journal: any JournalStore) {
        self.journal = journal
    }

    package func updates() -> AsyncStream<JournalUpdate> { broadcast.listen() }

    /// The number of the newest row, after which `run` continues.
    package func newest() async throws -> Int64 {
        try await journal.rows(after: .max, limit: 1).chain.head.number
    }

    /// Reads the journal whenever `changes` reports a write, until that stream ends or the task is cancelled.
    ///
    /// - Parameters:
    ///   - number: the last row that needs no update.
    ///   - gap: the pause between two reads; everything that happens in it is sent as one update.
    ///   - failed: called with the error of a failed read; the next change tries again.
    package func run(
        after number: Int64, on changes: AsyncStream<Int64>, gap: Duration, failed: @Sendable (any Error) -> Void
    ) async {
        var number = number
        for await _ in changes {
            do {
                number = try await publish(after: number)
            } catch is CancellationError {
                return
            } catch {
                failed(error)
            }
            if gap > .zero { try? await Task.sleep(for: gap) }
        }
    }

    private func publish(after number: Int64) async throws -> Int64 {
        var number = number
        while true {
            let rows = try await journal.rows(after: number, limit: Self.batch).rows.map(\.row)
            guard let last = rows.last else { return number }
            number = last.number
            broadcast.send(JournalUpdate(rows))
        }
    }
}

/// The parts of the screen that journal rows have changed: parts of administration for admins, and parts of a user's
/// own pages for that user. It says where to look again, not the new state.
package struct JournalUpdate: Sendable, Equatable {
    /// A part of the administration pages.
    package enum Area: String, Sendable, CaseIterable {
        case users, plans, invitations, requests, settings, backups, lyrics
        /// The journal itself, which every row changes.
        case journal
    }

    /// A part of a user's own pages.
    package enum OwnArea: String, Sendable, CaseIterable {
        case plan, requests
        /// Language, theme and the like.
        case settings
    }

    package private(set) var areas: Set<Area> = []
    private var people: [ID<Person>: Set<OwnArea>] = [:]
    private var everybody: Set<OwnArea> = []

    package init(_ rows: [JournalRow]) {
        for row in rows { note(row) }
    }

    package func own(of person: ID<Person>) -> Set<OwnArea> {
        everybody.union(people[person] ?? [])
    }

    private mutating func note(_ row: JournalRow) {
        areas.formUnion(Self.areas(of: row.action))
        switch row.action {
        case "user.edit":
            if let user = row.subjectID { people[ID(user), default: []].insert(.settings) }
        case "user.plan", "user.bitrate":
            if let user = row.subjectID { people[ID(user), default: []].insert(.plan) }
        // A user without a plan has the default plan, which each of these may change. So every client checks its own.
        case "plan.create", "plan.edit", "plan.delete": everybody.insert(.plan)
        case "request.send", "request.withdraw":
            if let user = row.actor { people[ID(user), default: []].insert(.requests) }
        case "request.answer":
            if let user = Self.asker(row) { people[ID(user), default: []].insert(.requests) }
        default: break
        }
    }

    private static func areas(of action: String) -> Set<Area> {
        switch action {
        // A user's requests are deleted with the user, and plans count their users.
        case "user.delete": return [.users, .plans, .invitations, .requests, .journal]
        case "user.create", "user.plan": return [.users, .plans, .journal]
        case "two-factor.require": return [.settings, .journal]
        default: break
        }
        return switch action.prefix(while: { $0 != "." }) {
        case "user", "link", "picture", "two-factor": [.users, .journal]
        // The list of users names the plans.
        case "plan": [.plans, .users, .invitations, .journal]
        case "invitation": [.invitations, .journal]
        case "request": [.requests, .journal]
        case "setting", "renderer", "description": [.settings, .journal]
        case "backup": [.backups, .journal]
        case "provider", "lookup": [.lyrics, .journal]
        default: [.journal]
        }
    }

    private static func asker(_ row: JournalRow) -> String? {
        let details = try? JSONDecoder().decode([String: String].self, from: Data(row.details.utf8))
        return details?["person"]
    }
}
