import GRDB
package import Listening
package import Primitives

/// Speakers in SQLite: a row for each, and one for each place in its queue.
package struct SQLiteSpeakerStore: SpeakerStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func speaker(_ id: DeviceID) async throws -> StoredSpeaker? {
        try await database.read { db in
            let head = try db.row(
                "SELECT current_place, position_ms, volume, repeats, is_shuffled FROM speaker WHERE id = ?", [id.text])
            guard let head else { return nil }
            let rows = try db.rows("SELECT place, track FROM speaker_track WHERE speaker = ? ORDER BY place", [id.text])
            let current: Int = head["current_place"]
            let index = rows.prefix { $0["place"] < current }.count
            let isThere = index < rows.count && rows[index]["place"] == current
            return StoredSpeaker(
                tracks: rows.map { ID($0["track"]) }, index: max(min(index, rows.count - 1), 0),
                position: isThere ? .milliseconds(head["position_ms"] as Int64) : .zero, volume: head["volume"],
                repeats: DeviceRepeat(rawValue: head["repeats"]) ?? .off, isShuffled: head["is_shuffled"])
        }
    }

    package func store(_ speaker: StoredSpeaker, of id: DeviceID, at instant: Timestamp) async throws {
        try await database.write(.listening) { db in
            try db.run(
                """
                INSERT INTO speaker (id, current_place, position_ms, volume, repeats, is_shuffled, updated_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET current_place = excluded.current_place,
                    position_ms = excluded.position_ms, volume = excluded.volume, repeats = excluded.repeats,
                    is_shuffled = excluded.is_shuffled, updated_at = excluded.updated_at
                """,
                [
                    id.text, speaker.index, speaker.position.wholeMilliseconds, speaker.volume,
                    speaker.repeats.rawValue, speaker.isShuffled, instant,
                ])
            let stored: [String] = try db.values(
                "SELECT track FROM speaker_track WHERE speaker = ? ORDER BY place", [id.text])
            let known: [String] = try db.values(
                "SELECT t.id FROM json_each(?) j JOIN track t ON t.id = j.value ORDER BY j.key",
                [JSONList(speaker.tracks)])
            guard stored != known else { return }
            try db.run("DELETE FROM speaker_track WHERE speaker = ?", [id.text])
            for (place, track) in speaker.tracks.enumerated() {
                try db.run(
                    "INSERT INTO speaker_track (speaker, place, track) SELECT ?, ?, id FROM track WHERE id = ?",
                    [id.text, place, track])
            }
        }
    }
}
