package import Catalog
package import Journal
package import Primitives

/// A write to the stored imported songs.
package enum ImportedSongWrite: Sendable {
    /// Adds a song, which awaits its track until it is filled.
    case add(ImportedSong)
    /// Makes an awaited song an entry of its playlist, at its place.
    case fill(ImportedSong, with: ID<Track>, ImportedSong.State, as: ID<PlaylistEntry>, by: ID<Person>, at: Timestamp)
    /// Removes the song's entry, if it has one, and awaits the song.
    case await(ImportedSong, ImportedSong.State)
    /// Removes the song and its entry.
    case remove(ImportedSong)
    case raiseRevision(of: ID<Playlist>, at: Timestamp)
}

/// A song that is awaited, with the facts about its playlist that decide what happens when it comes.
package struct AwaitedSong: AwaitedArrival {
    package let song: ImportedSong
    package let owner: ID<Person>
    package let playlistName: String
    package let revision: Int64
    package let access: PlaylistAccess
    package let isFull: Bool
    /// Whether the owner may hear explicit music.
    package let hearsExplicit: Bool

    package init(
        song: ImportedSong, owner: ID<Person>, playlistName: String, revision: Int64, access: PlaylistAccess,
        isFull: Bool, hearsExplicit: Bool
    ) {
        self.song = song
        self.owner = owner
        self.playlistName = playlistName
        self.revision = revision
        self.access = access
        self.isFull = isFull
        self.hearsExplicit = hearsExplicit
    }

    package var id: ID<ImportedSong> { song.id }
    package var named: NamedTrack { song.named }
    /// A song whose owner has refused all candidates takes only what is at least sure.
    package var leastCertainty: MatchCertainty { song.state == .refused ? .sure : .likely }
}

/// Decisions about imported songs that a scan, an approved submission, a correction and their owner make.
package enum ImportedSongDecisions {
    /// The state of a song that is brought, by the certainty of its best match.
    package static func state(by certainty: MatchCertainty?) -> ImportedSong.State {
        switch certainty {
        case .exact: .exact
        case .sure: .sure
        case .likely: .likely
        case nil: .awaited
        }
    }

    /// Fills playlists with the awaited songs that have arrived. The rule is that of the import: a song becomes an entry
    /// where it would have been one had the track been there.
    ///
    /// - Parameter arrivals: the tracks, each with the songs that it may be; of users who see its library.
    package static func notice(
        _ arrivals: [(ArrivedSong, [AwaitedSong])], at instant: Timestamp
    ) -> Changes<ImportedSongWrite> {
        var changes = Changes<ImportedSongWrite>(at: instant)
        let matches = ArrivalMatch.best(of: arrivals.map { ($0, $1.filter { !$0.isFull }) })
        var playlists: [ID<Playlist>: AwaitedSong] = [:]
        for found in matches.sorted(by: { $0.song.song.place < $1.song.song.place }) {
            changes.writes.append(
                .fill(
                    found.song.song, with: found.track, state(by: found.certainty), as: .make(at: instant),
                    by: found.song.owner, at: instant))
            playlists[found.song.song.playlist] = found.song
        }
        for (id, one) in playlists.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            changes.writes.append(.raiseRevision(of: id, at: instant))
            changes.events += PlaylistEvents.events(id, revision: one.revision + 1, to: one.access.readers)
            changes.notifications.append(
                .deliver(
                    NotificationDraft(
                        to: one.owner, .songsArrived, by: nil, about: NotificationSubject(.playlist, id),
                        title: one.playlistName, topic: "arrived:\(id):\(instant.milliseconds)")))
        }
        return changes
    }

    /// The key by which a song that is brought again is recognized in its playlist.
    package static func key(of named: NamedTrack) -> String {
        [named.title, named.artist, named.album ?? ""].map { SearchText.name($0) }.joined(separator: "\n")
    }

    /// Adds a song of the outside catalog at the playlist's end: awaited, or as an entry where the library has it.
    static func save(
        _ song: OutsideSong, to id: ID<Playlist>, as caller: Principal, in state: any ImportedSongState,
        at instant: Timestamp
    ) throws -> (writes: [ImportedSongWrite], outcome: SavedOutsideSong) {
        guard try state.playlists.playlist(id, for: caller).rules == nil else { throw DomainError.smartPlaylist }
        guard try !state.has(key(of: song.named), in: id) else { return ([], .present) }
        guard try !state.isFull(id), try state.count(of: id) < PlaylistRules.longest else {
            throw DomainError.playlistFull
        }
        let saved = ImportedSong(
            id: .make(at: instant), playlist: id, place: try state.nextPlace(in: id, for: caller), named: song.named,
            state: .awaited, entry: nil, track: nil, outside: song.id)
        guard let (track, certainty) = try state.match(for: song.named, as: caller) else {
            return ([.add(saved)], .awaited)
        }
        let entry = ImportedSongWrite.fill(
            saved, with: track, self.state(by: certainty), as: .make(at: instant), by: caller.user, at: instant)
        return ([.add(saved), entry], .added)
    }

    package static func checkOwner(of playlist: Playlist) throws(DomainError) {
        guard playlist.isOwn else { throw .notYourPlaylist }
    }
}

extension DomainError {
    package static let noImportedSong = notFound("There is no such song")
}
