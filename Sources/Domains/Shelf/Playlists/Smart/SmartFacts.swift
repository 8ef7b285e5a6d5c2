package import Primitives

/// Which events of the log say that something which rules read has changed, and the ones that say nothing else. Stores append the latter in the
/// transaction that makes the change, where no other event tells those whom it concerns.
package enum SmartFacts {
    /// The event's name, which is also what clients hear, gathered by `SmartChanges`.
    package static let name = "changes"
    private static let source = "source"

    package static func changed(_ source: SmartSource, to audience: Event.Audience) -> Event {
        Event(name, to: audience, [Self.source: .text(source.rawValue)])
    }

    /// Nil for an event of something that no rule reads.
    package static func source(of event: Event) -> SmartSource? {
        switch event.name {
        case name:
            guard case .text(let source)? = event.data[source] else { return nil }
            return SmartSource(rawValue: source)
        case "opinions", "rating", "playlist": return .shelf
        case "history": return .listening
        default: return nil
        }
    }
}
