package import Primitives

/// What a notification leads to.
package struct NotificationSubject: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case post, wish, playlist, track, album, submission, request, person, report
    }

    package let kind: Kind
    package let id: String
    /// Of a post: the day of the board, as `2026-11-21`.
    package let day: String?

    package init(_ kind: Kind, _ id: String, day: String? = nil) {
        self.kind = kind
        self.id = id
        self.day = day
    }

    package init<Entity>(_ kind: Kind, _ id: ID<Entity>, day: String? = nil) {
        self.init(kind, id.rawValue, day: day)
    }
}
