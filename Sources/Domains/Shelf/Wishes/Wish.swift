package import Primitives
package import Catalog

/// Music that somebody wants, as one reader sees it. Everybody who may browse sees every open wish.
package struct Wish: Sendable, Equatable {
    package let id: ID<Wish>
    package let person: NamedPerson
    package let title: String
    package let artist: String
    package let note: String
    package let cover: BlobKey?
    /// How many others want it too.
    package let backers: Int
    /// Whether the reader is among them.
    package let isBacked: Bool
    package let isOwn: Bool
    /// A track that a scan has found since, and that may be it.
    package let arrival: ID<Track>?
    package let createdAt: Timestamp
    package let changedAt: Timestamp

    package init(
        id: ID<Wish>, person: NamedPerson, title: String, artist: String, note: String, cover: BlobKey?, backers: Int,
        isBacked: Bool, isOwn: Bool, arrival: ID<Track>?, createdAt: Timestamp, changedAt: Timestamp
    ) {
        self.id = id
        self.person = person
        self.title = title
        self.artist = artist
        self.note = note
        self.cover = cover
        self.backers = backers
        self.isBacked = isBacked
        self.isOwn = isOwn
        self.arrival = arrival
        self.createdAt = createdAt
        self.changedAt = changedAt
    }
}
