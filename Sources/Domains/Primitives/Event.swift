/// A fact that clients receive live, and catch up on when they reconnect (`GET /api/v1/events`).
///
/// A store appends it in the transaction that makes the change, beside the journal's row. It says what changed and
/// where to look, not the new state: clients fetch that themselves and see what they may.
package struct Event: Sendable, Equatable {
    /// The users who receive an event. It is evaluated when the event is sent, so the permissions of that moment count.
    package enum Audience: Sendable, Equatable {
        case everyone
        case person(ID<Person>)
        /// Every user who sees the library with this id.
        case library(String)
        /// Every user whose role has the permission.
        case may(Permission)
    }

    package enum Value: Sendable, Equatable {
        case text(String)
        case integer(Int64)
        case number(Double)
        case flag(Bool)
    }

    package let name: EventName
    package let audience: Audience
    /// The data for clients, as the members of an object.
    package let data: [String: Value]

    package init(_ name: EventName, to audience: Audience, _ data: [String: Value] = [:]) {
        self.name = name
        self.audience = audience
        self.data = data
    }
}

extension Event.Value: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) {
        self = .text(value)
    }
}

extension Principal {
    package func hears(_ audience: Event.Audience) -> Bool {
        switch audience {
        case .everyone: true
        case .person(let person): person == user
        case .library(let library): libraries.admits(library: library)
        case .may(let permission): may(permission)
        }
    }
}
