package import Catalog
import Foundation
import GRDB
package import Lyrics
package import Primitives

/// The lyrics that scans found, providers gave and users wrote, in SQLite.
package struct SQLiteLyricsStore: LyricsStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func texts(of tracks: [ID<Track>], in scope: LibraryScope) async throws -> [TrackTexts?] {
        try await database.read { db in try tracks.map { try Self.song($0.rawValue, in: scope, db) } }
    }

    /// Nil for a track that is missing or outside the scope.
    static func song(_ track: String, in scope: LibraryScope, _ db: Database) throws -> TrackTexts? {
        guard let row = try db.row(Self.place, [track]), scope.admits(library: row["part"] as String) else {
            return nil
        }
        let artist: String? = try db.value(Self.credit, [track])
        let written = try LyricsVersionTable(db).current(of: ID(track))?.content.parts
        return TrackTexts(
            title: row["title"], artist: artist,
            texts: try Self.texts(row, db) + ProvidedLyricsTable(db).texts(of: track), written: written ?? [])
    }

    /// The texts of the track in a row of `place`.
    static func texts(_ row: Row, _ db: Database) throws -> [StoredLyrics] {
        let tagged = try db.rows(Self.tagged, [row["id"] as String])
        let stem = TextFile.stem(of: KnownFolderReader.bytes(row, "name"))
        let beside = try db.rows(Self.beside, [row["library"] as String, row["folder"] as Data, Data(stem)])
        // What the server wrote beside the music is there already, as what users wrote.
        let own = try SQLiteSidecarStore.own(row["id"], db)
        return tagged.map { StoredLyrics(source: .tag, language: $0["language"], text: $0["text"]) }
            + beside.filter { row in (row["text"] as String?).map { !own.contains($0) } ?? true }.map(sidecar)
    }

    private static func sidecar(_ row: Row) -> StoredLyrics {
        let name = KnownFolderReader.bytes(row, "name")
        let ending = String(decoding: name.split(separator: UInt8(ascii: ".")).last ?? [], as: UTF8.self).lowercased()
        let (text, bytes): (String?, Data?) = (row["text"], row["bytes"])
        return StoredLyrics(
            source: .sidecar, language: row["language"], format: LyricsFormat(rawValue: ending) ?? .txt,
            content: text.map { Array($0.utf8) } ?? bytes.map { [UInt8]($0) } ?? [])
    }

    package func tracks(
        titled title: String, by artist: String?, in scope: LibraryScope, limit: Int
    ) async throws -> [ID<Track>] {
        let title = SearchText.name(title)
        guard !title.isEmpty else { return [] }
        return try await database.read {
            try $0.values(
                Self.titled(scope),
                ["title": title, "artist": artist.map { FoldedText.fold($0) }, "limit": limit] + scope.arguments)
        }
    }

    static let place = "SELECT id, title, library, part, folder, name FROM track WHERE id = ? AND missing_since IS NULL"
    static let credit = """
        SELECT group_concat(name, ', ') FROM (SELECT a.name FROM track_artist ta CROSS JOIN artist a ON a.id = ta.artist
          WHERE ta.track = ? AND ta.role = 'performer' ORDER BY ta.position)
        """
    static let tagged = "SELECT language, text FROM track_lyrics WHERE track = ? ORDER BY position"
    static let beside = """
        SELECT name, language, text, bytes FROM folder_text
        WHERE library = ? AND folder = ? AND purpose = 'lyrics' AND stem = ? AND (text IS NOT NULL OR bytes IS NOT NULL)
        ORDER BY name LIMIT 32
        """

    /// Tracks in the order of `track_by_search_name`. The artist is any artist of the track, or all of its performers
    /// in one line, as clients are shown them: names that are folded one by one and then joined equal the joined names
    /// folded.
    static func titled(_ scope: LibraryScope) -> String {
        """
        SELECT t.id FROM track t INDEXED BY track_by_search_name
        WHERE t.search_title = :title AND t.missing_since IS NULL\(scope.and("t.library"))
          AND (:artist IS NULL OR EXISTS (SELECT 1 FROM track_artist ta CROSS JOIN artist a ON a.id = ta.artist
            WHERE ta.track = t.id AND a.folded = :artist)
            OR instr(:artist, ', ') > 0 AND (SELECT group_concat(folded, ', ') FROM (SELECT a.folded FROM track_artist ta
              CROSS JOIN artist a ON a.id = ta.artist WHERE ta.track = t.id AND ta.role = 'performer'
              ORDER BY ta.position)) = :artist)
        ORDER BY t.plays DESC, t.id LIMIT :limit
        """
    }
}
