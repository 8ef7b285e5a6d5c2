package import Primitives

/// What everybody hears of wishes: that something is different about one. What it is they ask for. Stores append these in the
/// transaction that changes it.
package enum WishEvents {
    package enum Change: String, Sendable {
        case made, edited, removed, backed, unbacked
        /// Music has come that may be it.
        case found
        /// It has come true, and is gone.
        case fulfilled
    }

    package static func event(_ change: Change, _ id: ID<Wish>) -> Event {
        Event("wish", to: .everyone, ["change": .text(change.rawValue), "id": .text(id.rawValue)])
    }
}
