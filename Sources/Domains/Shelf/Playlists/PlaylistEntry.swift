package import Catalog
package import Primitives

/// One place in a playlist. It keeps its id wherever it is moved; the same track may have several.
package struct PlaylistEntry: Sendable, Equatable {
    package let id: ID<PlaylistEntry>
    package let track: ID<Track>
    /// Nil when the account is gone.
    package let addedBy: ID<Person>?
    package let addedAt: Timestamp

    package init(id: ID<PlaylistEntry>, track: ID<Track>, addedBy: ID<Person>?, addedAt: Timestamp) {
        self.id = id
        self.track = track
        self.addedBy = addedBy
        self.addedAt = addedAt
    }
}
