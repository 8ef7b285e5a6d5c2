package import Catalog
package import Journal
package import Primitives

/// Decisions about wishes that more than one use case makes: by hand, by an import, by a scan, by an approved
/// submission. None of them appends a journal entry of its own.
package enum WishDecisions {
    /// Adds a wish, unless another user has wished for the same music. Throws `conflict` if the user has too many.
    package static func create(
        _ draft: WishDraft, _ id: ID<Wish>, cover: BlobKey? = nil, as caller: Principal, at instant: Timestamp,
        _ wishes: any WishState
    ) throws -> (changes: Changes<WishWrite>?, outcome: WishOutcome<ID<Wish>>) {
        if let same = try wishes.wish(title: draft.title, artist: draft.artist, for: caller) {
            return (nil, .alreadyWished(same))
        }
        guard try wishes.count(of: caller.user) < WishRules.mostPerPerson else { throw DomainError.tooManyWishes }
        let changes = Changes<WishWrite>(
            at: instant, .add(id, draft, cover: cover, by: caller.user, at: instant),
            events: [WishEvents.event(.made, id)])
        return (changes, .made(id))
    }

    /// Closes a fulfilled wish and notifies those who wanted it.
    ///
    /// - Parameter subject: the track, album or artist that fulfilled it, if others can use it too.
    package static func close(
        _ wish: Wish, fulfilledBy subject: AnnotationSubject?, by person: ID<Person>?, at instant: Timestamp,
        _ wishes: any WishState
    ) throws -> Changes<WishWrite> {
        let arrived = WishNotifications(wish: wish).arrived(
            as: subject, part: try subject.flatMap { try wishes.part(of: $0) }, by: person,
            backers: try wishes.backers(of: wish.id))
        return Changes(
            at: instant, .remove(wish.id), events: [WishEvents.event(.fulfilled, wish.id)],
            notifications: [.retract(about: wish.id.rawValue)] + arrived)
    }

    /// Marks the wishes that a track of a scan may fulfill, and notifies their makers.
    ///
    /// - Parameter candidates: the open wishes for its title, of users who see its library.
    package static func notice(
        _ track: ArrivedTrack, among candidates: [WishCandidate], at instant: Timestamp
    ) -> Changes<WishWrite> {
        var changes = Changes<WishWrite>(at: instant)
        let artists = track.artists.map(WishRules.words)
        for wish in candidates where WishRules.isArtist(wish.artistWords, among: artists) {
            // The clean version may still come.
            if track.isExplicit, !wish.hearsExplicit { continue }
            changes.writes.append(.setArrival(track.id, of: wish.id))
            changes.events.append(WishEvents.event(.found, wish.id))
            changes.notifications.append(
                .deliver(
                    NotificationDraft(
                        to: wish.person, .wishFound, by: nil, about: NotificationSubject(.track, track.id),
                        title: wish.title, library: track.part, topic: "found:\(wish.id):\(track.id)")))
        }
        return changes
    }
}

/// An open wish that a new track may fulfill.
package struct WishCandidate: Sendable {
    package let id: ID<Wish>
    package let person: ID<Person>
    package let title: String
    package let artistWords: String
    /// Whether its maker may hear explicit music.
    package let hearsExplicit: Bool

    package init(id: ID<Wish>, person: ID<Person>, title: String, artistWords: String, hearsExplicit: Bool) {
        self.id = id
        self.person = person
        self.title = title
        self.artistWords = artistWords
        self.hearsExplicit = hearsExplicit
    }
}
