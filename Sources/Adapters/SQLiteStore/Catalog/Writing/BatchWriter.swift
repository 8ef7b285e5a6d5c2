import Primitives
import Catalog
import Foundation
import GRDB

/// Writes one `ScanBatch` and all its consequences within one transaction.
///
/// Rows are written first. The rows that they affect are collected and updated at the end: first the artists'
/// identities, then albums, then artists and genres, each once, however many tracks concern it.
final class BatchWriter {
    private let db: Database
    private let batch: ScanBatch
    private let at: Int64
    private let library: String
    private let indexes: CatalogIndexes
    private let albums: AlbumIndex
    private let submissions: SubmissionArrivals
    private var tracks: [ScanBatch.TrackWrite]

    init(_ db: Database, _ batch: ScanBatch, stale: StaleRows) {
        self.db = db
        self.batch = batch
        at = batch.at.milliseconds
        library = batch.library.rawValue
        tracks = batch.tracks
        submissions = SubmissionArrivals(db, library: batch.library.rawValue, at: batch.at)
        indexes = CatalogIndexes(db, stale: stale, at: batch.at)
        albums = AlbumIndex(db, library: batch.library, indexes, at: batch.at)
    }

    /// - Returns: the tracks that were left out because moderators have withdrawn them.
    @discardableResult
    func write() throws -> Set<ID<Track>> {
        let withdrawn = try WithdrawnTracks(db, library: library, at: batch.at)
        let leftOut = try withdrawn.tracks(in: batch, submissions)
        tracks.removeAll { leftOut.contains($0.id) }
        try Self.write(batch.images, at: at, to: db)
        try write(batch.folderCovers, removing: batch.coverless, in: "folder_cover")
        // These are assigned to artists when the scan ends: `ArtistImages`.
        try write(batch.artistImages, removing: batch.artistImageless, in: "folder_artist_image")
        try FolderTexts(db: db, library: library).write(batch)
        try hide(batch.missing.map(\.rawValue))
        try replaceCopies()
        try clearMovedPaths()
        let restored = batch.restored.filter { !leftOut.contains($0) }
        for id in restored { try restore(id.rawValue) }
        try writeTracks()
        for id in restored + tracks.map(\.id) { try withdrawn.finish(id.rawValue) }
        try writeBroken()
        try replaceDamagedCovers()
        for folder in batch.folderCovers.map(\.folder) + batch.coverless { try updateCovers(in: folder) }
        try indexes.artists.settleIdentities { try albums.touch(ofArtist: $0) }
        try albums.refresh()
        try indexes.finish()
        return leftOut
    }

    /// Writes the images, which must exist before anything refers to them.
    static func write(_ images: [ScanBatch.Image], at: Int64, to db: Database) throws {
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO image (key, media_type, size, seen_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (key) DO UPDATE SET seen_at = excluded.seen_at, swept_at = NULL
                """)
        for image in images {
            try insert.execute(arguments: [image.key.hex, image.kind.mediaType, image.size, at])
        }
    }

    /// Stores the pictures of folders.
    private func write(_ pictures: [ScanBatch.FolderPicture], removing gone: [[UInt8]], in table: String) throws {
        let upsert = try db.cachedStatement(
            sql: """
                INSERT INTO \(table) (library, folder, name, size, modified_ns, inode, image)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (library, folder) DO UPDATE SET name = excluded.name, size = excluded.size,
                  modified_ns = excluded.modified_ns, inode = excluded.inode, image = excluded.image
                """)
        for picture in pictures {
            try upsert.execute(arguments: [
                library, Data(picture.folder), Data(picture.name), picture.facts.size,
                picture.facts.modifiedNanoseconds, Int64(bitPattern: picture.facts.inode), picture.image.hex,
            ])
        }
        let delete = try db.cachedStatement(sql: "DELETE FROM \(table) WHERE library = ? AND folder = ?")
        for folder in gone { try delete.execute(arguments: [library, Data(folder)]) }
    }

    /// Removes tracks from every list. Their rows and links stay, in case they come back.
    private func hide(_ ids: [String]) throws {
        let update = try db.cachedStatement(
            sql: "UPDATE track SET missing_since = ? WHERE id = ? AND missing_since IS NULL RETURNING seq")
        for id in ids {
            try touch(id)
            if let seq = try Int64.fetchOne(update, arguments: [at, id]) { indexes.search.removeTrack(seq) }
        }
    }

    /// Removes the copies that missing tracks replace, after their user data has moved to those tracks. A file that is
    /// no copy any more, because something changed meanwhile, stays as it is.
    private func replaceCopies() throws {
        let find = try db.cachedStatement(sql: Self.copy)
        let edits = EditTable(db)
        var left: Set<String> = []
        for continuity in batch.continuities {
            let (lost, copy) = (continuity.lost, continuity.copy)
            guard
                let seq = try Int64.fetchOne(
                    find, arguments: [copy.id, library, Data(copy.path.folder), Data(copy.path.name), lost])
            else {
                tracks.removeAll { $0.id == lost }
                continue
            }
            if let album = try touch(copy.id.rawValue) { left.insert(album) }
            try edits.carry(from: copy.id, to: lost)
            try TrackDataTransfer(db, from: copy.id.rawValue, to: lost.rawValue).track()
            try db.run("DELETE FROM track WHERE id = ?", [copy.id])
            indexes.search.removeTrack(seq)
        }
        for album in left.sorted() { try albums.allowReplacement(album) }
    }

    private static let copy = """
        SELECT c.seq FROM track c WHERE c.id = ? AND c.library = ? AND c.folder = ? AND c.name = ? AND c.missing_since IS NULL
          AND EXISTS (SELECT 1 FROM track l WHERE l.id = ? AND l.missing_since IS NOT NULL AND l.signature = c.signature)
        """

    /// Clears the paths of moving tracks: they may take each other's, so all leave theirs before any takes a new one.
    private func clearMovedPaths() throws {
        let update = try db.cachedStatement(sql: "UPDATE track SET missing_since = ? WHERE id = ?")
        for track in tracks where track.change == .moved { try update.execute(arguments: [at, track.id]) }
    }

    private func restore(_ id: String) throws {
        guard
            let row = try db.row(
                "UPDATE track SET missing_since = NULL WHERE id = ? RETURNING seq, album, album_key", [id])
        else { return }
        let album = try albums.album(key: row["album_key"], from: row["album"])
        try db.run("UPDATE track SET album = ? WHERE id = ?", [album, id])
        try touch(id)
        try indexes.search.restoreTrack(id, seq: row["seq"])
    }

    private func writeTracks() throws {
        let writer = TrackWriter(db: db, library: library, at: at)
        let folders = FolderIndex(db, library: library, at: batch.at)
        let edits = EditTable(db)
        let wishes = WishArrivals(db, library: library, at: batch.at)
        let songs = SongArrivals(db, library: library, at: batch.at)
        for read in tracks {
            // The lookup comes this late, so that a correction made during the scan is never lost.
            let approved = try submissions.file(at: read.path)
            let track = try approved.map { try submissions.corrected(read, by: $0) } ?? edits.corrected(read)
            let id = track.id.rawValue
            let before = track.change == .added ? nil : try touch(id)
            let album = try albums.album(key: track.grouping.albumKey, from: before)
            let seq = try writer.write(track, album: album)
            try folders.folder(track.path.folder)
            try indexes.artists.link(track)
            try indexes.genres.link(track)
            try indexes.search.replaceTrack(seq, with: track.grouping, isNew: track.change == .added)
            if let approved { try submissions.finish(approved, as: read) }
            if track.change == .added {
                let credits = track.grouping.credits
                try wishes.note(
                    track.id, title: track.grouping.title,
                    artists: credits.filter { $0.role == .performer || $0.role == .albumArtist }.map(\.name))
            }
            try songs.note(track.id, title: track.grouping.title)
        }
        try songs.finish()
    }

    /// Marks the album, artists and genres of `track` for counting. Returns its album.
    @discardableResult
    private func touch(_ track: String) throws -> String? {
        guard let album: String = try db.value("SELECT album FROM track WHERE id = ?", [track]) else { return nil }
        albums.touch(album)
        try indexes.artists.touch(ofTrack: track)
        try indexes.genres.touch(ofTrack: track)
        return album
    }

    private func writeBroken() throws {
        let delete = try db.cachedStatement(sql: "DELETE FROM broken_file WHERE library = ? AND path = ?")
        for path in batch.mended { try delete.execute(arguments: [library, Data(path.bytes)]) }
        let upsert = try db.cachedStatement(
            sql: """
                INSERT INTO broken_file
                  (id, library, folder, name, path, size, modified_ns, inode, reason, detail, found_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (library, folder, name) DO UPDATE SET size = excluded.size,
                  modified_ns = excluded.modified_ns, inode = excluded.inode, reason = excluded.reason,
                  detail = excluded.detail, found_at = excluded.found_at
                """)
        for broken in batch.broken {
            try upsert.execute(arguments: [
                ID<BrokenFile>.make(at: batch.at).rawValue, library, Data(broken.path.folder), Data(broken.path.name),
                Data(broken.path.bytes), broken.facts?.size, broken.facts?.modifiedNanoseconds,
                broken.facts.map { Int64(bitPattern: $0.inode) }, broken.problem.reason.rawValue, broken.problem.detail,
                at,
            ])
        }
    }

    /// Gives tracks whose embedded picture cannot be shown the next available cover.
    private func replaceDamagedCovers() throws {
        let update = try db.cachedStatement(
            sql: """
                UPDATE track SET embedded_cover = NULL, cover = coalesce(
                  (SELECT e.cover FROM track_edit e WHERE e.track = track.id), \(Self.folderCovers))
                WHERE id = ? RETURNING album
                """)
        for id in batch.uncovered {
            if let album = try String.fetchOne(update, arguments: [id.rawValue]) { albums.touch(album) }
        }
    }

    /// Gives the tracks in and under `folder` their new cover: see `TrackWriter`.
    private func updateCovers(in folder: [UInt8]) throws {
        let update = """
            UPDATE track SET cover = coalesce(
              (SELECT e.cover FROM track_edit e WHERE e.track = track.id), embedded_cover, \(Self.folderCovers))
            """
        let sql = update + " WHERE library = ?1 AND (folder = ?2 OR album_folder = ?2) RETURNING album"
        for album: String in try db.valueSet(sql, [library, Data(folder)]) { albums.touch(album) }
    }

    private static let folderCovers = """
        (SELECT f.image FROM folder_cover f WHERE f.library = track.library AND f.folder = track.folder),
        (SELECT f.image FROM folder_cover f WHERE f.library = track.library AND f.folder = track.album_folder)
        """
}
