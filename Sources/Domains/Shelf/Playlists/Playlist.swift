package import Primitives

/// A list of tracks that somebody keeps, as one reader sees it.
package struct Playlist: Sendable, Equatable {
    package let id: ID<Playlist>
    package let owner: PlaylistPerson
    package let name: String
    package let description: String
    package let visibility: PlaylistVisibility
    /// The picture that was given to it; nil where it shows `covers`.
    package let cover: BlobKey?
    /// Of its first tracks with different covers, at most four.
    package var covers: [BlobKey]
    package var totals: PlaylistTotals
    /// Grows with each change of the playlist or of what is in it.
    package let revision: Int64
    package let createdAt: Timestamp
    package let changedAt: Timestamp
    /// Whether the reader may change what is in it.
    package let mayEdit: Bool
    /// Whether it is the reader's own, who may change everything about it.
    package let isOwn: Bool
    /// What fills a smart playlist; nil for one whose tracks people put there.
    package let rules: SmartRules?
    /// That a moderator has hidden it; its owner alone comes across it then.
    package let hiding: PlaylistHiding?
    /// Of a smart playlist: another number when other tracks are in it, or in another order. Nil where nobody has looked.
    package var contents: Int64?

    package init(
        id: ID<Playlist>, owner: PlaylistPerson, name: String, description: String, visibility: PlaylistVisibility,
        cover: BlobKey?, covers: [BlobKey], totals: PlaylistTotals, revision: Int64, createdAt: Timestamp,
        changedAt: Timestamp, mayEdit: Bool, isOwn: Bool,
        rules: SmartRules? = nil, hiding: PlaylistHiding? = nil
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
