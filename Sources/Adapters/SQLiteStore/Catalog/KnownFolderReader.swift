import Catalog
import Foundation
import GRDB
import Primitives

/// Reads the known folders and files, for the scanner to compare.
struct KnownFolderReader {
    private let library: String
    private let tracks: Statement
    private let broken: Statement
    private let cover: Statement
    private let artistImage: Statement
    private let texts: Statement

    init(_ db: Database, library: String) throws {
        self.library = library
        tracks = try db.cachedStatement(
            sql: """
                SELECT id, name, size, modified_ns, inode, signature, missing_since, tags_version,
                  \(WithdrawnTracks.isWithdrawn("track")) AS is_withdrawn
                FROM track WHERE library = ? AND folder = ? ORDER BY missing_since DESC, id
                """)
        broken = try db.cachedStatement(
            sql: """
                SELECT name, size, modified_ns, inode, reason, detail FROM broken_file WHERE library = ? AND folder = ?
                """)
        cover = try db.cachedStatement(
            sql: """
                SELECT name, size, modified_ns, inode FROM folder_cover
                WHERE library = ? AND folder = ? AND image IS NOT NULL
                """)
        artistImage = try db.cachedStatement(
            sql: """
                SELECT name, size, modified_ns, inode FROM folder_artist_image
                WHERE library = ? AND folder = ? AND image IS NOT NULL
                """)
        texts = try db.cachedStatement(sql: Self.texts)
    }

    func read(_ folder: [UInt8]) throws -> KnownFolder {
        let arguments: StatementArguments = [library, Data(folder)]
        var known = KnownFolder()
        known.tracks = try Row.fetchAll(tracks, arguments: arguments).compactMap { row in
            guard let facts = Self.facts(row) else { return nil }
            return KnownFolder.Track(
                id: ID(row["id"]), name: Self.bytes(row, "name"), facts: facts,
                signature: Self.bytes(row, "signature"), isMissing: row["missing_since"] != nil,
                isOutdated: (row["tags_version"] as Int) < TrackTags.version, isWithdrawn: row["is_withdrawn"])
        }
        known.broken = try Row.fetchAll(broken, arguments: arguments).map { row in
            let reason = FileProblem.Reason(rawValue: row["reason"]) ?? .unreadable
            return KnownFolder.Broken(
                name: Self.bytes(row, "name"), facts: Self.facts(row), problem: FileProblem(reason, row["detail"]))
        }
        known.cover = try Row.fetchOne(cover, arguments: arguments).flatMap(Self.picture)
        known.artistImage = try Row.fetchOne(artistImage, arguments: arguments).flatMap(Self.picture)
        for row in try Row.fetchAll(texts, arguments: arguments) {
            known.texts[Self.bytes(row, "name")] = Self.facts(row)
        }
        return known
    }

    static func signedTrack(_ row: Row) -> SignatureMatch? {
        guard let facts = facts(row), let path = path(row) else { return nil }
        let missingSince: Int64? = row["missing_since"]
        return SignatureMatch(
            id: ID(row["id"]), library: ID(row["library"]), path: path, facts: facts,
            signature: bytes(row, "signature"), missingSince: missingSince.map { Timestamp(milliseconds: $0) })
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
