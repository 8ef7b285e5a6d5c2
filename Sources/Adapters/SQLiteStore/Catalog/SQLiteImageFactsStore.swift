package import Catalog
import Foundation
import GRDB
package import Primitives

/// The analyzed properties of pictures, in SQLite.
package struct SQLiteImageFactsStore: ImageFactsStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func isBroken(_ image: BlobKey, at now: Timestamp) async throws -> Bool {
        try await database.read { try $0.value(Self.broken, [image.hex, now]) ?? false }
    }

    package func undescribed(after image: BlobKey?, at now: Timestamp, limit: Int) async throws -> [BlobKey] {
        try await database.read { db in
            let keys: [String] = try db.values(Self.undescribed, [image?.hex ?? "", now, limit])
            return keys.compactMap { BlobKey(hex: $0) }
        }
    }

    package func record(_ findings: [ImageFinding]) async throws {
        try await database.write(.catalogue) { db in
            for finding in findings {
                let key = finding.image.hex
                switch finding.outcome {
                case .facts(let facts):
                    let colors = ImageFactsRecord.text(facts.colors)
                    try db.run(Self.upsert, [key, facts.width, facts.height, colors, nil, nil])
                case .broken(let problem, let retryAt):
                    try db.run(Self.upsert, [key, nil, nil, nil, problem.reason.rawValue, retryAt])
                }
            }
        }
    }

    private static let broken = """
        SELECT problem IS NOT NULL AND (retry_at IS NULL OR retry_at > ?2) FROM image_facts WHERE key = ?1
        """
    static let undescribed = """
        SELECT i.key FROM image i LEFT JOIN image_facts f ON f.key = i.key
        WHERE i.key > ?1 AND (f.key IS NULL OR f.retry_at <= ?2) ORDER BY i.key LIMIT ?3
        """
    private static let upsert = """
        INSERT INTO image_facts (key, width, height, colors, problem, retry_at) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET width = excluded.width, height = excluded.height, colors = excluded.colors,
          problem = excluded.problem, retry_at = excluded.retry_at
        """
}

/// The columns of `image_facts`.
enum ImageFactsRecord {
    static func text(_ colors: [ImageColor]) -> String {
        colors.map { "\($0.hex.dropFirst()):\($0.share)" }.joined(separator: " ")
    }

    /// Reads `columns` by number, beginning with `first`: finding them by name takes longer. Returns nil if the picture
    /// was not analyzed.
    static func facts(_ row: Row, from first: Int) -> ImageFacts? {
        guard let width = row[first] as Int?, let height = row[first + 1] as Int?,
            let colors = row[first + 2] as String?
        else { return nil }
        return ImageFacts(width: width, height: height, colors: Self.colors(colors))
    }

    /// Parses byte by byte, because every item of a list has colors. Stops at anything that `text` does not write.
    static func colors(_ text: String) -> [ImageColor] {
        var colors: [ImageColor] = []
        var (rgb, share, digits, isShare) = (0, 0, 0, false)
        for byte in (text + " ").utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9") where isShare && share <= 1000:
                share = share * 10 + Int(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "0")...UInt8(ascii: "9") where !isShare && digits < 6:
                rgb = rgb << 4 | Int(byte - UInt8(ascii: "0"))
                digits += 1
            case UInt8(ascii: "a")...UInt8(ascii: "f") where !isShare && digits < 6:
                rgb = rgb << 4 | Int(byte - UInt8(ascii: "a") + 10)
                digits += 1
            case UInt8(ascii: ":") where digits == 6 && !isShare: isShare = true
            case UInt8(ascii: " ") where isShare:
                colors.append(
                    ImageColor(
                        red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
                        blue: UInt8(truncatingIfNeeded: rgb), share: share))
                (rgb, share, digits, isShare) = (0, 0, 0, false)
            default: return colors
            }
        }
        return colors
    }

    /// Selected beside a row whose `cover` is `f.key`.
    static let columns = "f.width AS image_width, f.height AS image_height, f.colors AS image_colors"
}

/// The colors of the pictures that a list shows, read by one statement.
struct PictureColors {
    private let colors: [BlobKey: [ImageColor]]

    init(of keys: some Sequence<BlobKey>, _ db: Database) throws {
        var colors: [BlobKey: [ImageColor]] = [:]
        let rows = try db.cursor(Self.known, [JSONList(Set(keys).map(\.hex))])
        while let row = try rows.next() {
            if let key = BlobKey(hex: row[0]) { colors[key] = ImageFactsRecord.colors(row[1]) }
        }
        self.colors = colors
    }

    /// Empty for a picture that was not analyzed.
    subscript(key: BlobKey) -> [ImageColor] { colors[key] ?? [] }

    func main(of key: BlobKey?) -> ImageColor? { key.flatMap { ImageColor.main(of: self[$0]) } }

    static let known = """
        SELECT f.key, f.colors FROM json_each(?) j CROSS JOIN image_facts f ON f.key = j.value
        WHERE f.colors IS NOT NULL
        """
}

/// Pictures that were analyzed and cannot be shown, and the rows that refer to them.
enum DamagedPictures {
    private static let mostAtOnce = 1000

    static func reasons(of keys: [BlobKey], _ db: Database) throws -> [BlobKey: FileProblem.Reason] {
        var reasons: [BlobKey: FileProblem.Reason] = [:]
        for key in keys {
            guard let text: String = try db.value(Self.reason, [key.hex]) else { continue }
            reasons[key] = FileProblem.Reason(rawValue: text) ?? .corrupt
        }
        return reasons
    }

    /// The batch that removes a library's damaged pictures. The cover of a correction stays, because a user chose it.
    static func batch(for library: ID<Library>, at: Timestamp, _ db: Database) throws -> ScanBatch {
        var batch = ScanBatch(library: library, at: at)
        let arguments: StatementArguments = [library, mostAtOnce]
        func note(_ row: Row, _ problem: (FileProblem.Reason) -> FileProblem) {
            guard let path = KnownFolderReader.path(row) else { return }
            let reason = FileProblem.Reason(rawValue: row["problem"]) ?? .corrupt
            batch.broken.append(
                ScanBatch.Broken(path: path, facts: KnownFolderReader.facts(row), problem: problem(reason)))
        }
        for row in try db.rows(embedded, arguments) {
            batch.uncovered.append(ID(row["id"]))
            if row["missing_since"] == nil { note(row, FileProblem.unshowablePicture) }
        }
        for (table, folders) in [("folder_cover", \ScanBatch.coverless), ("folder_artist_image", \.artistImageless)] {
            for row in try db.rows(sidecars(table), arguments) {
                batch[keyPath: folders].append(KnownFolderReader.bytes(row, "folder"))
                note(row, FileProblem.unshowable)
            }
        }
        return batch
    }

    /// Pictures that will not be analyzed again.
    private static let final = "f.problem IS NOT NULL AND f.retry_at IS NULL"
    static let reason = "SELECT f.problem FROM image_facts f WHERE f.key = ? AND \(final)"
    /// Few of the known pictures are damaged, and each finds its tracks by an index.
    static let embedded = """
        SELECT t.id, t.folder, t.name, t.size, t.modified_ns, t.inode, t.missing_since, f.problem
        FROM image_facts f CROSS JOIN track t INDEXED BY track_by_cover ON t.cover = f.key
        WHERE \(final) AND t.library = ?1 AND t.embedded_cover = t.cover LIMIT ?2
        """

    static func sidecars(_ table: String) -> String {
        """
        SELECT c.folder, c.name, c.size, c.modified_ns, c.inode, f.problem
        FROM \(table) c CROSS JOIN image_facts f ON f.key = c.image
        WHERE c.library = ?1 AND \(final) LIMIT ?2
        """
    }
}
