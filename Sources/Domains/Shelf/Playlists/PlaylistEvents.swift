package import Primitives

/// What readers of a playlist hear of it. Stores append these in the transaction that changes it.
package enum PlaylistEvents {
    /// - Parameter revision: nil for a playlist that is gone, or that these people no longer see.
    package static func events(
        _ id: ID<Playlist>, revision: Int64?, to readers: PlaylistChange.Readers
    ) -> [Event] {
        var data: [String: Event.Value] = ["id": .text(id.rawValue)]
        if let revision { data["revision"] = .integer(revision) } else { data["gone"] = .flag(true) }
        switch readers {
        case .everybody: return [Event("playlist", to: .everyone, data)]
        case .people(let people):
            return people.sorted { $0.rawValue < $1.rawValue }.map { Event("playlist", to: .person($0), data) }
        }
    }

    /// Those who do not see it any more hear that it is gone, before everybody else hears of its new state.
    package static func events(_ id: ID<Playlist>, of change: PlaylistChange) -> [Event] {
        let gone = change.before == change.after ? [] : events(id, revision: nil, to: change.before)
        return gone + events(id, revision: change.revision, to: change.after)
    }
}
