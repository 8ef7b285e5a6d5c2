package import Journal
package import Primitives
package import Shelf

/// Lets moderators hide, show and delete other users' public playlists.
package struct PlaylistModerationService: Sendable {
    private let store: any PlaylistModerationStore
    private let clock: any WallClock

    package init(store: any PlaylistModerationStore, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    package func playlists(
        _ query: ModeratedPlaylistQuery, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<ModeratedPlaylist> {
        try caller.require(.moderate)
        return try await store.playlists(query, page)
    }

    /// Hides a playlist with its reports closed, or shows it again. The owner is notified of the reason.
    ///
    /// - Parameter reason: nil to show the playlist again.
    package func hide(
        _ id: ID<Playlist>, because reason: String?, as caller: Principal, from origin: String
    ) async throws -> ModeratedPlaylist {
        try caller.require(.moderate)
        let reason = try reason.map { try ModerationReason($0) }
        let (instant, actor) = (clock.now(), JournalEntry.Actor(caller, from: origin))
        try await store.edit { playlists in
            let playlist = try playlists.playlist(id)
            var changes = Changes<ModerationWrite>(at: instant)
            guard playlist.hiding?.reason != reason?.text else { return changes }
            let hiding = reason.map { Hiding(at: instant, reason: $0.text) }
            changes.writes = [.hide(id, hiding, by: caller.user)]
            changes.journal = [
                JournalEntry(
                    at: instant, by: actor, reason == nil ? "playlist.show" : "playlist.hide", .init("playlist", id),
                    details: ["name": playlist.name].merging(reason.map { ["reason": $0.text] } ?? [:]) { $1 })
            ]
            let topic = "hidden:\(id)"
            changes.notifications = [.retract(about: id.rawValue, topic: topic)]
            if let reason {
                changes.notifications.append(
                    .deliver(
                        NotificationDraft(
                            to: playlist.owner.id, .playlistHidden, by: caller.user, namesActor: false,
                            about: NotificationSubject(.playlist, id), title: playlist.name, text: reason.text,
                            topic: topic)))
                let closed = try ReportDecisions.act(
                    on: .playlist, id.rawValue, by: actor, at: instant, playlists.reports)
                changes.append(closed, as: ModerationWrite.report)
            }
            let access = try playlists.access(to: id)
            changes.events += PlaylistEvents.events(
                id, try playlists.revision(of: id) + 1, before: access.readers,
                after: access.hidden(reason != nil).readers)
            return changes
        }
        return try await store.playlist(id)
    }

    /// Deletes the playlist for good.
    package func delete(
        _ id: ID<Playlist>, because reason: String, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.moderate)
        let reason = try ModerationReason(reason)
        let (instant, actor) = (clock.now(), JournalEntry.Actor(caller, from: origin))
        try await store.edit { playlists in
            let playlist = try playlists.playlist(id)
            let entry = JournalEntry(
                at: instant, by: actor, "playlist.delete", .init("playlist", id),
                details: ["reason": reason.text, "name": playlist.name])
            let notification = NotificationDraft(
                to: playlist.owner.id, .playlistDeleted, by: caller.user, namesActor: false, about: nil,
                title: playlist.name, text: reason.text)
            var changes = Changes<ModerationWrite>(
                at: instant, .remove(id), journal: [entry],
                notifications: [.retract(about: id.rawValue), .deliver(notification)])
            let closed = try ReportDecisions.act(on: .playlist, id.rawValue, by: actor, at: instant, playlists.reports)
            changes.append(closed, as: ModerationWrite.report)
            changes.events += PlaylistEvents.events(id, revision: nil, to: try playlists.access(to: id).readers)
            return changes
        }
    }
}

/// The public playlists as they are within a transaction, for decisions that must hold when they are written.
package protocol ModeratedPlaylistState {
    var reports: any ReportState { get }

    /// Throws `notFound` for a playlist that is not public.
    func playlist(_ id: ID<Playlist>) throws -> ModeratedPlaylist
    func access(to id: ID<Playlist>) throws -> PlaylistAccess
    func revision(of id: ID<Playlist>) throws -> Int64
}

/// A moderator's write to the stored playlists.
package enum ModerationWrite: Sendable {
    /// Raises the revision. A nil hiding shows the playlist again.
    case hide(ID<Playlist>, Hiding?, by: ID<Person>)
    case remove(ID<Playlist>)
    case report(ReportWrite)
}

/// A public playlist as moderators see it, hidden or not.
package struct ModeratedPlaylist: Sendable, Equatable {
    package let id: ID<Playlist>
    package let name: String
    package let description: String
    package let owner: NamedPerson
    package let entries: Int
    package let cover: BlobKey?
    package let changedAt: Timestamp
    package let hiding: Hiding?

    package init(
        id: ID<Playlist>, name: String, description: String, owner: NamedPerson, entries: Int, cover: BlobKey?,
        changedAt: Timestamp, hiding: Hiding?
    ) {
        self.id = id
        self.name = name
        self.description = description
        self.owner = owner
        self.entries = entries
        self.cover = cover
        self.changedAt = changedAt
        self.hiding = hiding
    }
}

/// The filter of a moderator's list of public playlists.
package struct ModeratedPlaylistQuery: Sendable, Equatable {
    /// A part of the title or of the owner's name; empty for all.
    package var text: String
    package var hiddenOnly: Bool

    package init(text: String = "", hiddenOnly: Bool = false) {
        self.text = text
        self.hiddenOnly = hiddenOnly
    }
}

/// Stores the moderation of playlists. Every method is one transaction. A playlist that is not public is treated as
/// nonexistent.
package protocol PlaylistModerationStore: ChangeStore
where State == any ModeratedPlaylistState, Write == ModerationWrite {
    /// The playlists, latest change first.
    func playlists(_ query: ModeratedPlaylistQuery, _ page: PageRequest) async throws -> Page<ModeratedPlaylist>
    /// Throws `notFound` for a playlist that is not public.
    func playlist(_ id: ID<Playlist>) async throws -> ModeratedPlaylist
}
