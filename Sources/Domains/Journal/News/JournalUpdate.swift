import Foundation
package import Primitives

/// What rows of the journal make another thing of what is shown: of the console to admins, and of somebody's own to themselves. It says where
/// to look again, not what is there.
package struct JournalUpdate: Sendable, Equatable {
    /// A part of the console.
    package enum Area: String, Sendable, CaseIterable {
        case users, plans, invitations, requests, settings, backups
        /// The journal itself, of which every row is one.
        case journal
    }

    /// A part of what people see of themselves.
    package enum OwnArea: String, Sendable, CaseIterable {
        case plan, requests
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
        case "user.plan", "user.bitrate":
            if let user = row.subjectID { people[ID(user), default: []].insert(.plan) }
        // Who was given none has the default one, which any of these may change: each looks for themselves.
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
        // Requests go with whoever sent them, and plans count their people.
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
        case "setting": [.settings, .journal]
        case "backup": [.backups, .journal]
        default: [.journal]
        }
    }

    private static func asker(_ row: JournalRow) -> String? {
        let details = try? JSONDecoder().decode([String: String].self, from: Data(row.details.utf8))
        return details?["person"]
    }
}
