package import Primitives

/// What a person's own open clients hear of their shelf. Stores append these in the transaction that changes it.
package enum ShelfItemEvents {
    package enum Change: String, Sendable {
        /// A folder was made, changed or deleted.
        case folders
        /// Items came, went, moved or changed.
        case items
    }

    /// - Parameter folder: the one that it is about, where it is about one.
    package static func event(
        _ change: Change, folder: ID<ShelfFolder>? = nil, of person: ID<Person>
    ) -> Event {
        var data: [String: Event.Value] = ["change": .text(change.rawValue)]
        data["folder"] = folder.map { .text($0.rawValue) }
        return Event("shelf", to: .person(person), data)
    }
}
