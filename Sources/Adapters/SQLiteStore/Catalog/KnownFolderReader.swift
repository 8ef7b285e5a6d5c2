import Catalog
import Foundation
import GRDB
import Primitives

/// Reads the known folders and files, for the scanner to compare.
struct KnownFolderReader {
    let db: Database
    let library: String

    func read(_ folder: [UInt8]) throws -> KnownFolder {
        let arguments: StatementArguments = [library, Data(folder)]
        var known = KnownFolder()
        known.tracks = try db.rows(Self.tracks, arguments).compactMap { row in
            guard let facts = Self.facts(row) else { return nil }
            return KnownFolder.Track(
                id: row["id"], name: Self.bytes(row, "name"), facts: facts, signature: Self.bytes(row, "signature"),
                isMissing: row["missing_since"] != nil, isOutdated: (row["tags_version"] as Int) < TrackTags.version,
                isWithdrawn: row["is_withdrawn"])
        }
        known.broken = try db.rows(Self.broken, arguments).map { row in
            let reason = FileProblem.Reason(rawValue: row["reason"]) ?? .unreadable
            return KnownFolder.Broken(
                name: Self.bytes(row, "name"), facts: Self.facts(row), problem: FileProblem(reason, row["detail"]))
        }
        known.cover = try db.row(Self.pictures("folder_cover"), arguments).flatMap(Self.picture)
        known.artistImage = try db.row(Self.pictures("folder_artist_image"), arguments).flatMap(Self.picture)
        for row in try db.rows(Self.texts, arguments) { known.texts[Self.bytes(row, "name")] = Self.facts(row) }
        return known
    }

    static func signedTrack(_ row: Row) -> SignatureMatch? {
        guard let facts = facts(row), let path = path(row) else { return nil }
        return SignatureMatch(
            id: row["id"], library: row["library"], path: path, facts: facts, signature: bytes(row, "signature"),
            missingSince: row["missing_since"])
    }

    /// The path in the columns `folder` and `name`.
    static func path(_ row: Row) -> LibraryPath? {
        LibraryPath(bytes(row, "name"), in: bytes(row, "folder"))
    }

    static func bytes(_ row: Row, _ column: String) -> [UInt8] {
        let data: Data = row[column]
        return [UInt8](data)
    }

    private static func picture(_ row: Row) -> FolderListing.File? {
        facts(row).map { FolderListing.File(name: bytes(row, "name"), facts: $0) }
    }

    static func facts(_ row: Row) -> FileFacts? {
        guard let size: Int64 = row["size"], let modified: Int64 = row["modified_ns"], let inode: Int64 = row["inode"]
        else { return nil }
        return FileFacts(size: size, modifiedNanoseconds: modified, inode: UInt64(bitPattern: inode))
    }

    private static let tracks = """
        SELECT id, name, size, modified_ns, inode, signature, missing_since, tags_version,
          \(WithdrawnTracks.isWithdrawn("track")) AS is_withdrawn
        FROM track WHERE library = ? AND folder = ? ORDER BY missing_since DESC, id
        """
    private static let broken = """
        SELECT name, size, modified_ns, inode, reason, detail FROM broken_file WHERE library = ? AND folder = ?
        """
    private static func pictures(_ table: String) -> String {
        "SELECT name, size, modified_ns, inode FROM \(table) WHERE library = ? AND folder = ? AND image IS NOT NULL"
    }
    static let texts = "SELECT name, size, modified_ns, inode FROM folder_text WHERE library = ? AND folder = ?"
    static let signed = """
        SELECT id, library, folder, name, size, modified_ns, inode, signature, missing_since FROM track
        WHERE signature = ? AND NOT \(WithdrawnTracks.isWithdrawn("track")) ORDER BY missing_since IS NULL, id
        """
    static let folders = """
        SELECT folder FROM track
        WHERE library = :library AND missing_since IS NULL AND (:after IS NULL OR folder > :after)
        UNION SELECT folder FROM broken_file WHERE library = :library AND (:after IS NULL OR folder > :after)
        UNION SELECT folder FROM folder_cover WHERE library = :library AND (:after IS NULL OR folder > :after)
        UNION SELECT folder FROM folder_artist_image WHERE library = :library AND (:after IS NULL OR folder > :after)
        UNION SELECT folder FROM folder_text WHERE library = :library AND (:after IS NULL OR folder > :after)
        ORDER BY folder LIMIT :limit
        """
}
