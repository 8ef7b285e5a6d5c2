package import Catalog
import GRDB
package import Lyrics
package import Primitives

/// Lookups of songs' words at providers, in SQLite.
package struct SQLiteLyricsLookupStore: LyricsLookupStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func providers() async throws -> [LyricsProvider] {
        try await database.read(LyricsProviderTable.all)
    }

    package func song(of track: ID<Track>, in scope: LibraryScope) async throws -> LookedUpSong? {
        try await database.read { db in
            guard let texts = try SQLiteLyricsStore.song(track.rawValue, in: scope, db),
                let row = try db.row(Self.names, [track])
            else { return nil }
            let names = NamedTrack(
                title: texts.title, artist: texts.artist ?? "", album: row["album_name"],
                durationMilliseconds: row["duration_ms"])
            return LookedUpSong(
                song: WantedSong(track: track, library: row["part"], names: names), texts: texts.texts,
                isWritten: !texts.written.isEmpty, lookup: try Self.lookup(of: track.rawValue, db))
        }
    }

    private static func lookup(of track: String, _ db: Database) throws -> LyricsLookup? {
        guard let row = try db.row(Self.stored, [track]),
            let result = LyricsLookup.Result(rawValue: row["result"])
        else { return nil }
        return LyricsLookup(
            result, by: row["provider"], stamp: row["providers"], at: row["at"], expiresAt: row["expires_at"])
    }

    package func record(_ lookup: LyricsLookup, texts: [StoredLyrics], of track: ID<Track>) async throws -> Bool {
        try await database.write(.upkeep) { db in
            guard let song = try SQLiteLyricsStore.song(track.rawValue, in: .everything, db),
                song.written.isEmpty, !song.texts.contains(where: { $0.rights == nil })
            else { return false }
            if let provider = lookup.provider {
                let known = try LyricsProviderTable.all(db)
                guard known.contains(where: { $0.id == provider }) else { return false }
            }
            try ProvidedLyricsTable(db).replace(texts, of: track.rawValue, by: lookup.provider?.rawValue)
            try db.run(
                Self.insert,
                [track, lookup.result.rawValue, lookup.provider, lookup.stamp, lookup.at, lookup.expiresAt])
            return true
        }
    }

    package func removeExpired(at now: Timestamp) async throws -> Int {
        let count = try await database.read { try $0.value(Self.expired, [now]) ?? 0 }
        guard count > 0 else { return 0 }
        return try await database.write(.upkeep) { db in
            try db.run("DELETE FROM provided_lyrics WHERE expires_at <= ?", [now])
            return db.changesCount
        }
    }

    static let names = """
        SELECT t.part, t.duration_ms, CASE a.name WHEN '' THEN t.album_name ELSE a.name END AS album_name
        FROM track t CROSS JOIN album a ON a.id = t.album WHERE t.id = ?
        """
    static let stored = "SELECT result, provider, providers, at, expires_at FROM lyrics_lookup WHERE track = ?"
    static let expired = "SELECT count(*) FROM provided_lyrics WHERE expires_at <= ?"
    private static let insert = """
        INSERT OR REPLACE INTO lyrics_lookup (track, result, provider, providers, at, expires_at)
        VALUES (?, ?, ?, ?, ?, ?)
        """
}
