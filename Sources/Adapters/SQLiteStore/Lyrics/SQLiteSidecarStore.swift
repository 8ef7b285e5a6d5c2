package import Catalog
import Foundation
import GRDB
package import Lyrics
package import Primitives

/// The files that the server wrote beside the music, in SQLite.
package struct SQLiteSidecarStore: SidecarStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func pending(failedBefore instant: Timestamp, limit: Int) async throws -> [PendingSidecar] {
        try await database.read { db in
            try db.rows(Self.pending, ["before": instant, "limit": limit]).map { try Self.song($0, db) }
        }
    }

    private static func song(_ row: Row, _ db: Database) throws -> PendingSidecar {
        let track: ID<Track> = ID(row["track"])
        let artist: String? = try db.value(SQLiteLyricsStore.credit, [track])
        let (folder, name) = (KnownFolderReader.bytes(row, "folder"), KnownFolderReader.bytes(row, "name"))
        var earlier: SidecarFile?
        if let root: Data = row["old_root"] {
            let (oldFolder, oldName): (Data, Data) = (row["old_folder"], row["old_name"])
            earlier = SidecarFile(track, root: [UInt8](root), besides: [UInt8](oldName), in: [UInt8](oldFolder))
        }
        return PendingSidecar(
            track: track, version: row["version"], title: row["title"], artist: artist,
            lyrics: try LyricsContent.lyrics(row["content"]).parts.first, library: row["library"],
            root: KnownFolderReader.bytes(row, "root"), folder: folder, name: name, placed: row["placed"],
            unfinished: row["unfinished"], earlier: earlier)
    }

    package func begin(_ song: PendingSidecar, text: String, over placed: String, at instant: Timestamp) async throws {
        try await put(song, version: nil, text: text, placed: placed, failure: nil, instant)
    }

    package func settle(_ song: PendingSidecar, text: String, failure: String?, at instant: Timestamp) async throws {
        try await put(song, version: song.version, text: text, placed: "", failure: failure, instant)
    }

    private func put(
        _ song: PendingSidecar, version: ID<LyricsVersion>?, text: String, placed: String, failure: String?,
        _ instant: Timestamp
    ) async throws {
        try await database.write(.upkeep) { db in
            try db.run(
                Self.put,
                [
                    "track": song.track, "version": version, "library": song.library, "folder": Data(song.folder),
                    "name": Data(song.name), "text": text, "placed": placed, "failure": failure, "at": instant,
                ])
        }
    }

    package func report() async throws -> SidecarReport {
        try await database.read { db in
            let failures = try db.rows(Self.failures).map { row in
                SidecarReport.Failure(
                    library: row["library"], name: row["name"], reason: row["failure"], count: row["count"])
            }
            let written: Int? = try db.value("SELECT count(*) FROM lyrics_sidecar WHERE text <> '' AND failure IS NULL")
            return SidecarReport(written: written ?? 0, failures: failures)
        }
    }

    /// The texts that the server's own file beside the track may have: that of now, and that of before while it is
    /// being replaced.
    static func own(_ track: String, _ db: Database) throws -> Set<String> {
        guard let row = try db.row(own, [track]) else { return [] }
        return [row["text"], row["placed"]]
    }

    static let own = "SELECT text, placed FROM lyrics_sidecar WHERE track = ?"
    /// The text of a file that is being written is that of before, or the one that it was about to get.
    static let pending = """
        SELECT v.id AS version, v.content, t.id AS track, t.title, t.library, t.folder, t.name, l.path AS root,
          coalesce(CASE WHEN s.version IS NULL THEN s.placed ELSE s.text END, '') AS placed,
          CASE WHEN s.version IS NULL THEN s.text END AS unfinished,
          CASE WHEN (s.library, s.folder, s.name) <> (t.library, t.folder, t.name) THEN o.path END AS old_root,
          s.folder AS old_folder, s.name AS old_name
        FROM lyrics_version v CROSS JOIN track t ON t.id = v.track CROSS JOIN library l ON l.id = t.library
        LEFT JOIN lyrics_sidecar s ON s.track = v.track LEFT JOIN library o ON o.id = s.library
        WHERE v.published_at IS NOT NULL AND t.missing_since IS NULL
          AND NOT EXISTS (SELECT 1 FROM lyrics_version n WHERE n.track = v.track AND n.published_at IS NOT NULL
            AND (n.published_at, n.id) > (v.published_at, v.id))
          AND CASE WHEN s.track IS NULL THEN v.content <> '[]'
            ELSE s.version IS NOT v.id OR (s.library, s.folder, s.name) <> (t.library, t.folder, t.name)
              OR s.failure IS NOT NULL AND s.at < :before END
        ORDER BY v.track LIMIT :limit
        """
    private static let put = """
        INSERT INTO lyrics_sidecar (track, version, library, folder, name, text, placed, failure, at)
        SELECT id, :version, :library, :folder, :name, :text, :placed, :failure, :at FROM track WHERE id = :track
        ON CONFLICT (track) DO UPDATE SET
          \(Database.excluded("version, library, folder, name, text, placed, failure, at"))
        """
    private static let failures = """
        SELECT s.library, l.name, s.failure, count(*) AS count FROM lyrics_sidecar s JOIN library l ON l.id = s.library
        WHERE s.failure IS NOT NULL GROUP BY s.library, s.failure ORDER BY l.name_key, s.library, s.failure
        """
}
