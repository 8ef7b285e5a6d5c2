package import Journal
package import Primitives

/// The playlists as they are within a transaction, for decisions that must hold when they are written.
package protocol PlaylistState {
    /// Throws `notFound` if the caller may not read the playlist.
    func playlist(_ id: ID<Playlist>, for caller: Principal) throws -> Playlist
    /// Whether the playlist is filled by rules; nil if the caller sees no such playlist.
    func isSmart(_ id: ID<Playlist>, for caller: Principal) throws -> Bool?
    /// Nil if there is no such playlist.
    func access(to id: ID<Playlist>) throws -> PlaylistAccess?
    /// The number of the user's playlists.
    func count(of person: ID<Person>) throws -> Int
    /// The user with this name, unless the account is disabled.
    func person(named username: String) throws -> ID<Person>?
    func hasLibrary(_ id: String) throws -> Bool
}

/// A write to the stored playlists.
package enum PlaylistWrite: Sendable {
    case add(ID<Playlist>, PlaylistDraft, owner: ID<Person>, at: Timestamp)
    /// Stores the fields of the edit that are set: name, description, visibility and cover.
    case describe(ID<Playlist>, PlaylistEdit)
    case setRules(SmartRules, of: ID<Playlist>)
    case setEditors(Set<ID<Person>>, of: ID<Playlist>)
    /// Changes the entries as far as the caller sees them. Throws `invalid` for an unknown track or place, `conflict`
    /// with reason `entry_gone`, and `tooLarge` if the list becomes too long.
    case rearrange([PlaylistEdit.Operation], of: ID<Playlist>, as: Principal, at: Timestamp)
    case raiseRevision(of: ID<Playlist>, at: Timestamp)
    case remove(ID<Playlist>)
}

/// The entries that writes have added and removed.
package struct EntryChanges: Sendable, Equatable {
    /// In their order.
    package var added: [ID<PlaylistEntry>] = []
    package var removed = 0

    package init() {}
}

/// The facts that decide who reads and edits a playlist.
package struct PlaylistAccess: Sendable, Equatable {
    package let owner: ID<Person>
    package var visibility: PlaylistVisibility
    package let isHidden: Bool
    /// The invited users. They count only while the playlist is collaborative.
    package var invited: Set<ID<Person>>

    package init(owner: ID<Person>, visibility: PlaylistVisibility, isHidden: Bool, invited: Set<ID<Person>>) {
        self.owner = owner
        self.visibility = visibility
        self.isHidden = isHidden
        self.invited = invited
    }

    /// The users who may edit the playlist besides its owner.
    var editors: Set<ID<Person>> { visibility == .collaborative ? invited : [] }

    /// The same, once a moderator has hidden the playlist or shown it again.
    package func hidden(_ isHidden: Bool) -> PlaylistAccess {
        PlaylistAccess(owner: owner, visibility: visibility, isHidden: isHidden, invited: invited)
    }

    package var readers: PlaylistChange.Readers {
        visibility == .public && !isHidden ? .everybody : .people((isHidden ? [] : editors).union([owner]))
    }
}

/// Notifications to users whom the owner has invited to edit a playlist.
enum PlaylistNotifications {
    /// Notifies new editors and removes the notifications of former ones.
    static func invited(
        to id: ID<Playlist>, named name: String, from before: PlaylistAccess, to after: PlaylistAccess,
        by person: ID<Person>
    ) -> [NotificationChange] {
        let former = before.editors.subtracting(after.editors).sorted { $0.rawValue < $1.rawValue }
        let new = after.editors.subtracting(before.editors).sorted { $0.rawValue < $1.rawValue }
        return former.map { .retract(about: id.rawValue, from: $0) }
            + new.map { recipient in
                .deliver(
                    NotificationDraft(
                        to: recipient, .playlistShared, by: person, about: NotificationSubject(.playlist, id),
                        title: name, topic: "playlist:\(id)"))
            }
    }
}
