import Catalog
import Foundation
import GRDB
import Primitives
import Shelf

/// Finds the tracks that an imported playlist or another program means: by Rondo's own id, by path, by global recording ids, and finally
/// by title, artist and length.
struct TrackMatching {
    /// The number of path components that are compared, counted from the end.
    private static let deepest = 12
    private static let mostCandidates = 50

    private let db: Database
    private let scope: LibraryScope
    private let libraries: [String]

    init(_ db: Database, in scope: LibraryScope) throws {
        self.db = db
        self.scope = scope
        let all: [String] = try db.values("SELECT id FROM library WHERE removed_at IS NULL ORDER BY id")
        libraries = all.filter { scope.admits(library: $0) }
    }

    func track(_ wanted: PlaylistDocument.Track) throws -> ID<Track>? {
        if let id = wanted.track, let found = try one(Self.byID, [id.rawValue]) { return found }
        if let location = wanted.location, let found = try byPath(location) { return found }
        let codes = [("recording", wanted.recording?.lowercased()), ("isrc", wanted.isrc?.uppercased())]
        for case (let column, let code?) in codes {
            if let found = try one(Self.byCode(column), [code], on: wanted.album) { return found }
        }
        return try byTags(wanted)
    }

    func track(_ named: NamedTrack) throws -> ID<Track>? {
        var wanted = PlaylistDocument.Track()
        wanted.track = named.id.map { ID($0) }
        wanted.recording = named.recording
        wanted.isrc = named.isrc
        wanted.title = named.title
        wanted.artist = named.artist
        wanted.album = named.album
        wanted.durationMilliseconds = named.durationMilliseconds
        return try track(wanted)
    }

    private func one(_ sql: String, _ arguments: StatementArguments) throws -> ID<Track>? {
        let rows = try db.rows(sql, arguments)
        return rows.first { scope.admits(library: $0["library"] as String) }.map { ID($0["id"]) }
    }

    /// A recording may be on several albums: the track on the wanted one, else the first. One that is missing now is
    /// found where none is present.
    private func one(_ sql: String, _ arguments: StatementArguments, on album: String?) throws -> ID<Track>? {
        let rows = try db.rows(sql, arguments).filter { scope.admits(library: $0["library"] as String) }
        guard let first = rows.first else { return nil }
        let words = SearchText.words(album ?? "")
        let isMissing: Bool = first["is_missing"]
        let same = rows.first { row in
            !words.isEmpty && row["is_missing"] as Bool == isMissing && SearchText.words(row["album_name"]) == words
        }
        return ID((same ?? first)["id"])
    }

    /// The file in a library that shares the longest end of the path.
    private func byPath(_ location: String) throws -> ID<Track>? {
        let parts = Self.parts(of: location)
        guard let name = parts.last else { return nil }
        for first in parts.indices {
            let folder = parts[first..<(parts.count - 1)].joined(separator: "/")
            for library in libraries {
                if let found = try one(Self.byPath, [library, Data(folder.utf8), Data(name.utf8)]) { return found }
            }
        }
        return nil
    }

    private static func parts(of location: String) -> [String] {
        var path = location
        if path.lowercased().hasPrefix("file:") {
            path = String(path.dropFirst(5)).removingPercentEncoding ?? ""
        } else if path.contains("://") {
            return []
        } else if path.contains("\\"), !path.contains("/") {
            path = path.replacing("\\", with: "/")
        }
        let parts = path.split(separator: "/").map(String.init).filter { $0 != "." }
        return parts.contains("..")
            ? Array(parts.split(separator: "..").last ?? []).suffix(deepest).map(\.self)
            : parts.suffix(deepest).map(\.self)
    }

    private func byTags(_ wanted: PlaylistDocument.Track) throws -> ID<Track>? {
        let title = SearchText.name(wanted.title ?? "")
        guard !title.isEmpty else { return nil }
        let artist = SearchText.words(wanted.artist ?? "")
        let album = SearchText.words(wanted.album ?? "")
        let rows = try db.rows(Self.byTitle, [title, Self.mostCandidates]).filter {
            scope.admits(library: $0["library"] as String)
        }
        let scored = rows.compactMap { row -> (id: String, score: Int)? in
            var score = 0
            if !artist.isEmpty {
                guard Self.isNamed(row["artists"], in: artist) else { return nil }
                score += 4
            }
            if let wantedLength = wanted.durationMilliseconds, wantedLength > 0 {
                score += abs((row["duration_ms"] as Int64) - wantedLength) <= 5000 ? 3 : -1
            }
            if !album.isEmpty, SearchText.words(row["album_name"]) == album { score += 2 }
            return (row["id"], score)
        }
        // A title alone is sufficient only if no other track has it.
        guard let best = scored.max(by: { $0.score < $1.score }), best.score > 0 || scored.count == 1 else {
            return nil
        }
        return ID(best.id)
    }

    /// - Parameter artists: the performers, one per line.
    private static func isNamed(_ artists: String?, in wanted: String) -> Bool {
        (artists ?? "").split(separator: "\n").contains { artist in
            let name = SearchText.words(String(artist))
            return !name.isEmpty && (" \(wanted) ".contains(" \(name) ") || " \(name) ".contains(" \(wanted) "))
        }
    }

    func labels(of tracks: [ID<Track>]) throws -> [ID<Track>: TrackLabel] {
        var labels: [ID<Track>: TrackLabel] = [:]
        let rows = try db.cursor(Self.labels, [JSONList(tracks)])
        while let row = try rows.next() {
            guard scope.admits(library: row["library"] as String), let path = KnownFolderReader.path(row) else {
                continue
            }
            labels[ID(row["id"])] = TrackLabel(path: path, isrc: row["isrc"], recording: row["recording"])
        }
        return labels
    }

    static let byID = "SELECT id, part AS library FROM track WHERE id = ?"
    static let byPath = """
        SELECT id, part AS library FROM track WHERE library = ? AND folder = ? AND name = ? AND missing_since IS NULL
        """
    /// - Parameter column: `recording` or `isrc`.
    static func byCode(_ column: String) -> String {
        """
        SELECT id, part AS library, album_name, missing_since IS NOT NULL AS is_missing
        FROM track WHERE \(column) = ? ORDER BY is_missing, id LIMIT 20
        """
    }
    static let byTitle = """
        SELECT t.id, t.part AS library, t.duration_ms, t.album_name,
          (SELECT group_concat(ta.name, char(10)) FROM track_artist ta
            WHERE ta.track = t.id AND ta.role IN ('performer', 'albumArtist')) AS artists
        FROM track t WHERE t.search_title = ? AND t.missing_since IS NULL ORDER BY t.plays DESC, t.id LIMIT ?
        """
    static let labels = """
        SELECT t.id, t.part AS library, t.folder, t.name, t.isrc, t.recording
        FROM json_each(?) j CROSS JOIN track t ON t.id = j.value
        """
}

/// Finds the albums and artists of another server by their names.
struct NameMatching: LibraryScoped {
    private static let most = 50

    let db: Database
    let scope: LibraryScope

    /// Of several albums with that name, the one by the artist. Without an artist, the name must be unique.
    func album(_ name: String, by artist: String) throws -> String? {
        let words = SearchText.name(name)
        guard !words.isEmpty else { return nil }
        let rows = try db.rows(Self.albums, [words, Self.most]).filter {
            scope.admits(library: $0["library"] as String)
        }
        let wanted = SearchText.words(artist)
        let named = rows.filter { SearchText.words($0["artists"] ?? "") == wanted }
        if let one = named.first { return one["id"] }
        return rows.count == 1 && wanted.isEmpty ? rows[0]["id"] : nil
    }

    /// The artist with the MusicBrainz id, else the first of that name.
    func artist(_ name: String, _ musicBrainz: String?) throws -> String? {
        let words = SearchText.name(name)
        guard !words.isEmpty else { return nil }
        let rows = try db.rows(Self.artists, [words, Self.most]).filter { row in
            (row["libraries"] as String? ?? "").split(separator: ",").contains { scope.admits(library: String($0)) }
        }
        let same = rows.first { musicBrainz != nil && $0["musicbrainz"] as String? == musicBrainz }
        return (same ?? rows.first)?["id"]
    }

    static let albums = """
        SELECT a.id, a.part AS library, (SELECT group_concat(name, '; ') FROM (SELECT r.name FROM album_artist l
          JOIN artist r ON r.id = l.artist WHERE l.album = a.id ORDER BY l.position)) AS artists
        FROM album a WHERE a.search_name = ? AND a.track_count > 0 ORDER BY a.plays DESC, a.id LIMIT ?
        """
    static let artists = """
        SELECT r.id, r.musicbrainz, (SELECT group_concat(library) FROM artist_library WHERE artist = r.id) AS libraries
        FROM artist r WHERE r.search_name = ? AND r.is_listed = 1 ORDER BY r.plays DESC, r.id LIMIT ?
        """
}
