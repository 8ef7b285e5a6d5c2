import Catalog
import Foundation
import GRDB
import Listening
import Portability
import Primitives
import Shelf

/// Adds imported items to a user's data, within a transaction.
struct ImportWriter {
    let db: Database
    let caller: Principal
    let names: NameMatching
    let source: ImportSource
    let isTrial: Bool
    let instant: Timestamp
    private let matching: TrackMatching

    var user: ID<Person> { caller.user }

    /// - Parameter isTrial: nothing is stored; earlier portions were rolled back too.
    init(
        _ db: Database, for caller: Principal, from source: ImportSource, isTrial: Bool, at instant: Timestamp
    ) throws {
        self.db = db
        self.caller = caller
        self.source = source
        self.isTrial = isTrial
        self.instant = instant
        matching = try TrackMatching(db, in: caller.libraries)
        names = NameMatching(db, caller.libraries)
    }

    func take(_ item: ImportItem) throws -> ImportOutcome {
        switch item {
        case .play(let track, let at, let client): return try with(track) { try play($0, at, client) }
        case .bookmark(let track, let position, let comment, let at):
            return try with(track) { try bookmark($0, position, comment, at) }
        case .moment(let track, let position, let text, let at):
            return try with(track) { try moment($0, position, text, at) }
        case .trackLike(let track, let at): return try withSong(track) { try like("track", $0.rawValue, at) }
        case .trackRating(let track, let rating, let review, let at):
            return try withSong(track) { try rate("track", $0.rawValue, rating, review, at) }
        case .albumLike(let name, let artist, let at):
            return try with(try names.album(name, by: artist)) { try like("album", $0, at) }
        case .albumRating(let name, let artist, let rating, let review, let at):
            return try with(try names.album(name, by: artist)) { try rate("album", $0, rating, review, at) }
        case .artistLike(let name, let musicBrainz, let at):
            return try with(try names.artist(name, musicBrainz)) { try like("artist", $0, at) }
        case .artistRating(let name, let musicBrainz, let rating, let review, let at):
            return try with(try names.artist(name, musicBrainz)) { try rate("artist", $0, rating, review, at) }
        case .playlist(let id, let name, let description, let visibility, let rules, let at):
            return try playlist(id, name, description, visibility, rules, at)
        case .playlistEntry(let playlist, let id, let place, let track, let at):
            return try with(track) { try entry($0, playlist, id, place, at) }
        case .broughtPlaylist(let name): return try broughtPlaylist(name)
        case .broughtSong(let playlist, let track, let at): return try broughtSong(track, of: playlist, at)
        case .playlistFolder(let path, let at): return try playlistFolder(path, at)
        case .playlistPlace(let place): return try playlistPlace(place)
        case .folder(let id, let name, let icon, let at): return try folder(id, name, icon, at)
        case .shelfItem(let item): return try shelfItem(item)
        case .wish(let title, let artist, let note, let genre, let duration, let at):
            let song = WishedSong(genre: genre, durationMilliseconds: duration)
            return try wish(title, artist, note, song, at)
        case .queue(let tracks, let current, let position): return try queue(tracks, current, position, at: instant)
        case .settings(let locale, let theme, let shading): return try settings(locale, theme, shading)
        case .picture(let picture): return try self.picture(of: picture.subject)
        }
    }

    private func with(_ named: NamedTrack, _ body: (ID<Track>) throws -> ImportOutcome) throws -> ImportOutcome {
        try track(named).map(body) ?? .unmatched
    }

    func track(_ named: NamedTrack) throws -> ID<Track>? { try matching.track(named) }

    func with(_ id: String?, _ body: (String) throws -> ImportOutcome) throws -> ImportOutcome {
        try id.map(body) ?? .unmatched
    }

    func past(_ at: Timestamp) -> Timestamp {
        ImportRules.time(at, noLaterThan: instant)
    }

    /// Adds a play, unless the listener has a play of the same track in the same second.
    private func play(_ track: ID<Track>, _ at: Timestamp, _ client: String?) throws -> ImportOutcome {
        let playedAt = past(at)
        let second = Play.second(of: playedAt)
        let isThere = try db.exists(
            "SELECT 1 FROM play WHERE account = ? AND track = ? AND played_at BETWEEN ? AND ? LIMIT 1",
            [user, track, second.lowerBound, second.upperBound])
        guard !isThere else { return .present }
        let play = Play(
            imported: track, playedAt: playedAt, stated: at, client: client,
            from: PlaySource(rawValue: source.rawValue) ?? .player, of: user, at: instant)
        return try SQLitePlayStore.add(play, db) ? .added : .present
    }

    private func bookmark(
        _ track: ID<Track>, _ position: Int64, _ comment: String?, _ at: Timestamp
    ) throws -> ImportOutcome {
        let found: Int? = try db.value("SELECT count(*) FROM bookmark WHERE account = ? AND track <> ?", [user, track])
        guard found ?? 0 < Bookmark.maximumPerUser else { return .unmatched }
        let bookmark = Bookmark(imported: track, positionMilliseconds: position, comment: comment, at: past(at))
        return try insert(
            """
            INSERT INTO bookmark (account, track, position_ms, comment, created_at, changed_at)
            VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            [
                user, track, bookmark.position.wholeMilliseconds, bookmark.comment, bookmark.createdAt,
                bookmark.changedAt,
            ])
    }

    private func like(_ kind: String, _ id: String, _ at: Timestamp) throws -> ImportOutcome {
        try insert(
            "INSERT INTO \(kind)_like (account, \(kind), liked_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [user.rawValue, id, past(at).milliseconds])
    }

    private func rate(
        _ kind: String, _ id: String, _ rating: Int, _ review: String?, _ at: Timestamp
    ) throws -> ImportOutcome {
        let review = try? review.flatMap { try ReviewText($0, field: "review")?.text }
        return try insert(
            """
            INSERT INTO \(kind)_rating (account, \(kind), rating, rated_at, review) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """, [user.rawValue, id, rating, past(at).milliseconds, review])
    }

    private func playlist(
        _ id: String, _ name: String, _ description: String, _ visibility: String, _ rules: String?, _ at: Timestamp
    ) throws -> ImportOutcome {
        let owner: ID<Person>? = try db.value("SELECT owner FROM playlist WHERE id = ?", [id])
        if let outcome = ImportRules.outcome(ofIDOf: owner, for: user) { return outcome }
        var smart: SmartRules?
        if let rules {
            // Rules that name a library or playlist of the other server are meaningless here.
            do {
                let read = try SmartRules(StoredJSON.value(rules))
                try read.check(for: caller, PlaylistTable(db))
                smart = read
            } catch is DomainError { return .unmatched } catch is DecodingError { return .unmatched }
        }
        let draft = try? PlaylistDraft(
            name: name, description: description, visibility: PlaylistVisibility(rawValue: visibility) ?? .private,
            rules: smart)
        let playlists = PlaylistTable(db)
        guard let draft, try playlists.count(of: user) < PlaylistRules.mostPerPerson else { return .unmatched }
        let outcome = try insert(
            """
            INSERT INTO playlist (id, owner, name, name_key, description, visibility, revision, created_at, changed_at)
            VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)
            """,
            [
                id, user, draft.name, FoldedText.sortKey(draft.name), draft.description, draft.visibility.rawValue,
                past(at), past(at),
            ])
        if let smart { _ = try playlists.execute(.setRules(smart, of: ID(id))) }
        return outcome
    }

    private func entry(
        _ track: ID<Track>, _ playlist: String, _ id: String, _ place: Int64, _ at: Timestamp
    ) throws -> ImportOutcome {
        let found = try db.row(
            """
            SELECT owner, EXISTS (SELECT 1 FROM smart_playlist s WHERE s.playlist = p.id) AS is_smart,
              (SELECT sum(entries) FROM playlist_total t WHERE t.playlist = p.id) AS entries
            FROM playlist p WHERE id = ?
            """, [playlist])
        let facts = found.map { row in
            ImportRules.Playlist(
                isOwn: (row["owner"] as String) == user.rawValue, isSmart: row["is_smart"],
                isFull: row["entries"] as Int? ?? 0 >= PlaylistRules.longest)
        }
        let outcome = try ImportRules.outcome(ofEntryOf: facts, isTrial: isTrial) {
            try db.exists("SELECT 1 FROM playlist_entry WHERE playlist = ? AND id = ?", [playlist, id])
        }
        if let outcome { return outcome }
        return try insert(
            """
            INSERT INTO playlist_entry (playlist, id, place, track, added_by, added_at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """, [playlist, id, place, track.rawValue, user.rawValue, past(at).milliseconds])
    }

    func insert(_ sql: String, _ arguments: StatementArguments) throws -> ImportOutcome {
        try db.run(sql, arguments)
        return db.changesCount > 0 ? .added : .present
    }
}
