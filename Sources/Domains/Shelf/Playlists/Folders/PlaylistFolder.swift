package import Primitives

/// A user's own folder of playlists. Nobody else sees it.
package struct PlaylistFolder: Sendable, Equatable {
    package let id: ID<PlaylistFolder>
    package let name: String
    /// The folder that it is in; nil for none.
    package let parent: ID<PlaylistFolder>?
    /// The playlists in it that the user may read, by name.
    package let playlists: [ID<Playlist>]
    package let createdAt: Timestamp
    /// The time of its last change of name or parent.
    package let changedAt: Timestamp

    package init(
        id: ID<PlaylistFolder>, name: String, parent: ID<PlaylistFolder>?, playlists: [ID<Playlist>],
        createdAt: Timestamp, changedAt: Timestamp
    ) {
        self.id = id
        self.name = name
        self.parent = parent
        self.playlists = playlists
        self.createdAt = createdAt
        self.changedAt = changedAt
    }
}

/// The values of a new folder.
package struct PlaylistFolderDraft: Sendable, Equatable {
    package let name: String
    package let parent: ID<PlaylistFolder>?

    package init(name: String, parent: ID<PlaylistFolder>? = nil) throws(DomainError) {
        self.name = try PlaylistFolderRules.name(name)
        self.parent = parent
    }
}

/// A change of a folder; nil leaves a field as it is.
package struct PlaylistFolderChange: Sendable, Equatable {
    package let name: String?
    /// `.some(nil)` takes it out of its folder.
    package let parent: ID<PlaylistFolder>??

    package init(name: String? = nil, parent: ID<PlaylistFolder>?? = nil) throws(DomainError) {
        if let name { self.name = try PlaylistFolderRules.name(name) } else { self.name = nil }
        self.parent = parent
    }

    var isEmpty: Bool { name == nil && parent == nil }
}
