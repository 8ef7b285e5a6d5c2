import Foundation
import GRDB

/// The catalog rows to which listening data refers, written like a scan writes them.
enum FixtureRows {
    static let library = "l0"

    static func insertLibrary(_ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO library (id, name, name_key, path, added_at) VALUES (?, 'Music', 'music', ?, 0)",
            arguments: [library, Data("/music".utf8)])
    }

    static func insertAlbum(_ id: String, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO album (id, library, key, name, name_key, search_name, artist_key, year_order, disc_total,
                    is_compilation, track_count, added_at)
                VALUES (?, ?, ?, ?, ?, ?, '', 0, 1, 0, 1, 0)
                """,
            arguments: [id, library, id, id, id, id])
    }

    static func insertTrack(_ id: String, album: String, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO track (id, library, folder, name, size, modified_ns, inode, signature, added_at, title,
                    title_key, search_title, artist_key, album, album_key, album_name, album_sort_key, album_folder,
                    disc_order, track_order, is_compilation, media_type, codec, duration_ms, bitrate, sample_rate,
                    channels, bit_depth)
                VALUES (?, ?, ?, ?, 1, 0, 0, ?, 0, ?, ?, ?, '', ?, ?, ?, ?, ?, 1, 1, 0, 'audio/flac', 'flac', 100000,
                    0, 44100, 2, 16)
                """,
            arguments: [
                id, library, Data(), Data(id.utf8), Data(id.utf8), id, id, id, album, album, album, album, Data(),
            ])
    }

    static func flagMissing(_ id: String, _ db: Database) throws {
        try db.execute(sql: "UPDATE track SET missing_since = 1 WHERE id = ?", arguments: [id])
    }

    static func delete(_ id: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM track WHERE id = ?", arguments: [id])
    }
}
