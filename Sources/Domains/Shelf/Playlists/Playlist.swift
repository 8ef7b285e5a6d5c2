package import Catalog
package import Primitives

/// A user's list of tracks, as one reader sees it.
package struct Playlist: Sendable, Equatable {
    package let id: ID<Playlist>
    package let owner: PlaylistPerson
    package let name: String
    package let description: String
    package let visibility: PlaylistVisibility
    /// The picture that its owner set; nil where it shows `covers`.
    package let cover: BlobKey?
    /// At most four different covers, of its first tracks.
    package var covers: [BlobKey]
    /// The colors of `cover`, the largest share first; else the main color of each of `covers`, in their order. Empty
    /// until all of them are known.
    package var colors: [ImageColor] = []
    package var totals: PlaylistTotals
    /// Grows with each change of the playlist or of its entries.
    package let revision: Int64
    package let createdAt: Timestamp
    package let changedAt: Timestamp
    /// Whether the reader may change its entries.
    package let mayEdit: Bool
    /// Whether the reader owns it. The owner may change everything about it.
    package let isOwn: Bool
    /// The rules that fill a smart playlist; nil for one that is filled by hand.
    package let rules: SmartRules?
    /// Set where a moderator has hidden the playlist; only its owner sees it then.
    package let hiding: Hiding?
    /// A checksum of a smart playlist's tracks and their order: another number when either differs. Nil where it was
    /// not computed.
    package var contents: Int64?

    package init(
        id: ID<Playlist>, owner: PlaylistPerson, name: String, description: String, visibility: PlaylistVisibility,
        cover: BlobKey?, covers: [BlobKey], totals: PlaylistTotals, revision: Int64, createdAt: Timestamp,
        changedAt: Timestamp, mayEdit: Bool, isOwn: Bool,
        rules: SmartRules? = nil, hiding: Hiding? = nil
    ) {
        self.id = id
        self.owner = owner
        self.name = name
        self.description = description
        self.visibility = visibility
        self.cover = cover
        self.covers = covers
        self.totals = totals
        self.revision = revision
        self.createdAt = createdAt
        self.changedAt = changedAt
        self.mayEdit = mayEdit
        self.isOwn = isOwn
        self.rules = rules
        self.hiding = hiding
    }
}

/// The readers of a playlist.
package enum PlaylistVisibility: String, Sendable, CaseIterable {
    /// Only its owner.
    case `private`
    /// Every user of the server.
    case `public`
    /// Its owner and the invited editors, who may change its entries too.
    case collaborative
}

/// The size of a playlist, as one reader sees it.
package struct PlaylistTotals: Sendable, Equatable {
    /// Entries that the reader sees, including missing ones.
    package let entries: Int
    /// The visible entries whose file is missing at present.
    package let missing: Int
    /// Entries of libraries that the reader has no access to.
    package let hidden: Int
    /// The duration of the entries that the reader sees and whose file is there.
    package let durationMilliseconds: Int64

    package init(entries: Int, missing: Int, hidden: Int, durationMilliseconds: Int64) {
        self.entries = entries
        self.missing = missing
        self.hidden = hidden
        self.durationMilliseconds = durationMilliseconds
    }
}

/// The owner or an editor of a playlist.
package struct PlaylistPerson: Sendable, Equatable {
    package let id: ID<Person>
    package let username: String
    package let name: String

    package init(id: ID<Person>, username: String, name: String) {
        self.id = id
        self.username = username
        self.name = name
    }
}

/// One place in a playlist. Its id stays the same when it is moved. A track may have several entries.
package struct PlaylistEntry: Sendable, Equatable {
    package let id: ID<PlaylistEntry>
    package let track: ID<Track>
    /// Nil when the account was deleted.
    package let addedBy: ID<Person>?
    package let addedAt: Timestamp

    package init(id: ID<PlaylistEntry>, track: ID<Track>, addedBy: ID<Person>?, addedAt: Timestamp) {
        self.id = id
        self.track = track
        self.addedBy = addedBy
        self.addedAt = addedAt
    }
}

/// An entry with its track.
package struct PlaylistItem: Sendable, Equatable {
    package let entry: PlaylistEntry
    package let track: TrackItem
}
