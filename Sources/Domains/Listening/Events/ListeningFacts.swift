package import Primitives

/// What a person's own devices hear of their history and queue. Stores append these in the transaction that changes them.
package enum ListeningFacts {
    /// A play was added to the history or removed from it.
    package static func history(of person: ID<Person>) -> Event {
        Event("history", to: .person(person))
    }

    /// The queue was replaced by the named player.
    package static func queue(revision: Int64, by client: String?, of person: ID<Person>) -> Event {
        var data: [String: Event.Value] = ["revision": .integer(revision)]
        data["client"] = client.map { .text($0) }
        return Event("queue", to: .person(person), data)
    }
}
