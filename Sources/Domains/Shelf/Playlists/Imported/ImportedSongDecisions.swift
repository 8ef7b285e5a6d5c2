package import Catalog
package import Journal
package import Primitives

/// A write to the stored imported songs.
package enum ImportedSongWrite: Sendable {
    /// Makes an awaited song an entry of its playlist, at its place.
    case fill(ImportedSong, with: ID<Track>, ImportedSong.State, as: ID<PlaylistEntry>, by: ID<Person>, at: Timestamp)
    /// Removes the song's entry, if it has one, and awaits the song.
    case await(ImportedSong, ImportedSong.State)
    /// Removes the song and its entry.
    case remove(ImportedSong)
    case raiseRevision(of: ID<Playlist>, at: Timestamp)
}

/// A song that is awaited, with the facts about its playlist that decide what happens when it comes.
package struct AwaitedSong: Sendable {
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
}

/// A track that may be an awaited song.
package struct ArrivedSong: Sendable {
    package let track: ArrivedTrack
    package let facts: MatchFacts

    package init(track: ArrivedTrack, facts: MatchFacts) {
        self.track = track
        self.facts = facts
    }
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
    /// where it would have been one had the track been there. A song whose owner has refused all candidates takes only
    /// what is at least sure.
    ///
    /// - Parameter arrivals: the tracks, each with the songs that it may be; of users who see its library.
    package static func notice(
        _ arrivals: [(ArrivedSong, [AwaitedSong])], at instant: Timestamp
    ) -> Changes<ImportedSongWrite> {
        var changes = Changes<ImportedSongWrite>(at: instant)
        var best: [ID<ImportedSong>: (song: AwaitedSong, arrived: ArrivedSong, certainty: MatchCertainty, score: Int)]
        best = [:]
        for (arrived, songs) in arrivals {
            for awaited in songs {
                // The clean version may still come.
                if arrived.track.isExplicit, !awaited.hearsExplicit { continue }
                let matching = SongMatching(awaited.song.named)
                guard !awaited.isFull, let certainty = matching.certainty(of: arrived.facts),
                    awaited.song.state != .refused || certainty > .likely
                else { continue }
                let score = matching.score(of: arrived.facts)
                let before = best[awaited.song.id]
                if before.map({ ($0.certainty, $0.score) < (certainty, score) }) ?? true {
                    best[awaited.song.id] = (awaited, arrived, certainty, score)
                }
            }
        }
        var playlists: [ID<Playlist>: AwaitedSong] = [:]
        for found in best.values.sorted(by: { $0.song.song.place < $1.song.song.place }) {
            changes.writes.append(
                .fill(
                    found.song.song, with: found.arrived.track.id, state(by: found.certainty),
                    as: .make(at: instant), by: found.song.owner, at: instant))
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

    package static func checkOwner(of playlist: Playlist) throws(DomainError) {
        guard playlist.isOwn else { throw .notYourPlaylist }
    }
}

extension DomainError {
    package static let noImportedSong = notFound("There is no such song")
}
