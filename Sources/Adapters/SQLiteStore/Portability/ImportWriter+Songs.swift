import Catalog
import Portability
import Primitives
import Shelf

/// Imports playlists of other services. A playlist that is brought again from the same service under the same name is
/// the same playlist, to which the songs are added that it lacks. A song is in a playlist once.
extension ImportWriter {
    /// Runs `body` with the track that a song of another service is.
    func withSong(_ named: NamedTrack, _ body: (ID<Track>) throws -> ImportOutcome) throws -> ImportOutcome {
        // Another Rondo's exports describe tracks as this server does.
        let found = source == .rondo ? try track(named) : try finder.best(for: named)?.track
        return try found.map(body) ?? .unmatched
    }

    func broughtPlaylist(_ name: String) throws -> ImportOutcome {
        let songs = ImportedSongTable(db)
        guard try songs.playlist(named: name, from: source.rawValue, of: user) == nil else { return .present }
        let playlists = PlaylistTable(db)
        guard let draft = try? PlaylistDraft(name: name, description: ""),
            try playlists.count(of: user) < PlaylistRules.mostPerPerson
        else { return .unmatched }
        let id = ID<Playlist>.make(at: instant)
        _ = try playlists.execute(.add(id, draft, owner: user, at: instant))
        try songs.add(id, named: name, from: source.rawValue, of: user)
        return .added
    }

    func broughtSong(_ named: NamedTrack, of name: String, _ at: Timestamp) throws -> ImportOutcome {
        let songs = ImportedSongTable(db)
        let key = ImportedSongDecisions.key(of: named)
        guard let playlist = try songs.playlist(named: name, from: source.rawValue, of: user) else {
            // The playlist was added in an earlier portion of the trial, which was rolled back.
            guard isTrial else { return .unmatched }
            return try finder.best(for: named).map { ImportOutcome.matched($0.certainty) } ?? .awaited
        }
        guard try !songs.has(key, in: playlist) else { return .present }
        guard try songs.count(of: playlist) < PlaylistRules.longest, try !songs.isFull(playlist) else {
            return .unmatched
        }
        let song = ImportedSong(
            id: .make(at: instant), playlist: playlist, place: try songs.nextPlace(in: playlist, for: caller),
            named: named, state: .awaited, entry: nil, track: nil)
        try songs.execute(.add(song))
        try songs.execute(.raiseRevision(of: playlist, at: instant))
        guard let (track, certainty) = try finder.best(for: named) else { return .awaited }
        let state = ImportedSongDecisions.state(by: certainty)
        try songs.execute(.fill(song, with: track, state, as: .make(at: instant), by: user, at: past(at)))
        return .matched(certainty)
    }

    private var finder: SongFinder { SongFinder(db, caller.libraries) }
}
