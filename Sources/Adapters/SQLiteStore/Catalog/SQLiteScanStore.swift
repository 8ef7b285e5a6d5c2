package import Catalog
import Foundation
import GRDB
package import Journal
package import Primitives

/// The scanner's reads and writes in SQLite.
package struct SQLiteScanStore: ScanStore {
    private let database: SQLiteDatabase

    private let greatAbove: Int

    /// - Parameter greatAbove: see `StaleRows`.
    package init(_ database: SQLiteDatabase, greatAbove: Int = StaleRows.greatAbove) {
        self.database = database
        self.greatAbove = greatAbove
    }

    package func begin(_ scan: Scan, entry: JournalEntry) async throws {
        try await database.write(.scans) { db in
            try ScanRecord.failRunning(db, at: scan.startedAt)
            try ScanRecord.save(scan, db)
            try entry.append(to: db)
            try ScanEvents.changed(scan).append(to: db)
        }
    }

    package func save(_ scan: Scan) async throws {
        try await database.write(.scans) { try ScanRecord.save(scan, $0) }
    }

    package func finish(_ scan: Scan, completed libraries: [ID<Library>], entry: JournalEntry) async throws {
        try await database.write(.scans) { db in
            try ScanRecord.save(scan, db)
            for library in libraries {
                try db.run("UPDATE library SET last_scan_at = ? WHERE id = ?", [scan.finishedAt, library])
            }
            try entry.append(to: db)
            try ScanEvents.changed(scan).append(to: db)
        }
    }

    package func failInterrupted(at: Timestamp) async throws {
        try await database.write(.scans) { try ScanRecord.failRunning($0, at: at) }
    }

    package func scan(_ id: ID<Scan>) async throws -> Scan? {
        try await database.read { try $0.row(ScanRecord.byID, [id]).map(ScanRecord.scan) }
    }

    package func scans(_ page: PageRequest) async throws -> Page<Scan> {
        let part = try KeysetList(name: "scans.newest", columns: [.integer, .text]).part(page)
        let rows = try await database.read { try $0.rows(ScanRecord.newest, part.newest).map(ScanRecord.scan) }
        return part.page(rows) { ($0.startedAt, $0.id) }
    }

    package func libraries(_ id: ID<Library>?) async throws -> [Library] {
        try await database.read { db in try LibraryRecord.all(db).filter { id == nil || $0.id == id } }
    }

    package func presentTracks(of library: ID<Library>) async throws -> Int {
        try await database.read { db in
            try db.value("SELECT count(*) FROM track WHERE library = ? AND missing_since IS NULL", [library]) ?? 0
        }
    }

    package func known(_ folders: [[UInt8]], in library: ID<Library>) async throws -> [KnownFolder] {
        try await database.read { db in
            let reader = KnownFolderReader(db: db, library: library.rawValue)
            return try folders.map(reader.read)
        }
    }

    package func tracks(signed signatures: [[UInt8]]) async throws -> [SignatureMatch] {
        try await database.read { db in
            try signatures.flatMap { signature in
                try db.rows(KnownFolderReader.signed, [Data(signature)]).compactMap(KnownFolderReader.signedTrack)
            }
        }
    }

    package func known(images keys: [BlobKey], at: Timestamp) async throws -> Set<BlobKey> {
        try await database.write(.scans) { db in
            let sql = "UPDATE image SET seen_at = ? WHERE key = ? AND swept_at IS NULL RETURNING key"
            return Set(try keys.filter { try db.exists(sql, [at, $0.hex]) })
        }
    }

    package func damaged(images keys: [BlobKey]) async throws -> [BlobKey: FileProblem.Reason] {
        guard !keys.isEmpty else { return [:] }
        return try await database.read { try DamagedPictures.reasons(of: keys, $0) }
    }

    package func damagedPictures(of library: ID<Library>, at: Timestamp) async throws -> ScanBatch {
        try await database.read { try DamagedPictures.batch(for: library, at: at, $0) }
    }

    package func folders(of library: ID<Library>, after folder: [UInt8]?, limit: Int) async throws -> [[UInt8]] {
        try await database.read { db in
            let folders: [Data] = try db.values(
                KnownFolderReader.folders, ["library": library, "after": folder.map { Data($0) }, "limit": limit])
            return folders.map { [UInt8]($0) }
        }
    }

    package func continuities() async throws -> [TrackContinuity] {
        try await database.read(TrackReunion.continuities)
    }

    package func transferUserData() async throws {
        guard try await !database.read(TrackReunion.earlierCopies).isEmpty else { return }
        try await database.write(.catalogue, and: Self.ofPeople) { db in
            try TrackReunion.transferUserData(db)
            try SharedActivity(db).publishToEverybody()
        }
    }

    /// The areas besides the catalog that change when user data is transferred to another track.
    private static let ofPeople: [ChangeSignal.Area] = [.listening, .shelf, .board]

    package func apply(_ batch: ScanBatch) async throws -> Set<ID<Track>> {
        try await database.write(.catalogue, and: batch.continuities.isEmpty ? [] : Self.ofPeople) { db in
            let leftOut = try BatchWriter(db, batch, stale: StaleRows(db, above: greatAbove)).write()
            if !batch.continuities.isEmpty { try SharedActivity(db).publishToEverybody() }
            return leftOut
        }
    }

    package func settle(at: Timestamp) async throws {
        guard try await database.read(StaleRows.areThere) else { return }
        try await database.write(.catalogue) { try StaleRows($0, above: .max).settle(at: at) }
    }

    package func assignArtistImages() async throws {
        guard try await !database.read({ try ArtistImages($0).changes().isEmpty }) else { return }
        try await database.write(.catalogue) { db in
            let images = ArtistImages(db)
            try images.write(images.changes())
        }
    }

    package func optimize() async throws {
        for merge in SearchMerge.indexes.map({ SearchMerge(index: $0) }) {
            guard try await database.read(merge.isWorthwhile) else { continue }
            var begins = true
            while try await database.write(.scans, { [begins] in try merge.turn($0, begins: begins) }) {
                begins = false
            }
        }
        try await database.write(.scans) { db in
            // The pages that the writer has cached are not needed again soon, so their memory is released.
            try db.execute(sql: "PRAGMA analysis_limit = 1000; PRAGMA optimize; PRAGMA shrink_memory;")
        }
    }
}

/// The row of a scan.
enum ScanRecord {
    static let byID = "SELECT * FROM scan WHERE id = ?"
    static let newest = """
        SELECT * FROM scan WHERE (started_at, id) < (:after0, :after1) ORDER BY started_at DESC, id DESC LIMIT :limit
        """

    private static let columns = """
        state, step, finished_at, files_found, files_read, files_total, added, updated, moved, removed, restored,
          unchanged, problems, detail
        """
    private static let upsert = """
        INSERT INTO scan (id, library, started_at, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET \(Database.excluded(columns))
        """

    static func save(_ scan: Scan, _ db: Database) throws {
        let counts = scan.counts
        try db.run(
            upsert,
            [
                scan.id, scan.library, scan.startedAt, scan.state.rawValue, scan.step.rawValue, scan.finishedAt,
                counts.filesFound, counts.filesRead, counts.filesTotal, counts.added, counts.updated, counts.moved,
                counts.removed, counts.restored, counts.unchanged, counts.problems, scan.detail,
            ])
    }

    static func failRunning(_ db: Database, at: Timestamp) throws {
        try db.run(
            """
            UPDATE scan SET state = 'failed', finished_at = ?,
              detail = 'The gateway stopped during this scan; the next one goes on from there'
            WHERE state = 'running'
            """, [at])
    }

    static func scan(_ row: Row) -> Scan {
        var scan = Scan(id: row["id"], library: row["library"], startedAt: row["started_at"])
        scan.state = Scan.State(rawValue: row["state"]) ?? .failed
        scan.step = Scan.Step(rawValue: row["step"]) ?? .discover
        scan.finishedAt = row["finished_at"]
        scan.counts.filesFound = row["files_found"]
        scan.counts.filesRead = row["files_read"]
        scan.counts.filesTotal = row["files_total"]
        scan.counts.added = row["added"]
        scan.counts.updated = row["updated"]
        scan.counts.moved = row["moved"]
        scan.counts.removed = row["removed"]
        scan.counts.restored = row["restored"]
        scan.counts.unchanged = row["unchanged"]
        scan.counts.problems = row["problems"]
        scan.detail = row["detail"]
        return scan
    }
}
