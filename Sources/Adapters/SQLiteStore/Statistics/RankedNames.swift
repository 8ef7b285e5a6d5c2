import Primitives
import Catalog
import GRDB
import Listening

/// What ranked things are called, whether or not they are still there. Pictures are those of the libraries in the scope.
struct RankedNames {
    private let db: Database
    private let scope: LibraryScope

    init(_ db: Database, _ scope: LibraryScope) {
        self.db = db
        self.scope = scope
    }

    /// In the order of `scores`.
    func items(_ kind: RankedKind, _ scores: [(id: String, score: RankedScore)]) throws -> [RankedItem] {
        let ids = JSONList(scores.map(\.id))
        var arguments: StatementArguments = ["ids": ids]
        if scope != .everything, kind == .artist || kind == .genre { arguments += scope.arguments }
        let rows = try Row.fetchAll(db.cachedStatement(sql: Self.names(kind, scope)), arguments: arguments)
        let named = Dictionary(rows.map { ($0["id"] as String, $0) }, uniquingKeysWith: { first, _ in first })
        let artists = try Self.artists(kind).map { try references($0, ids) } ?? [:]
        return scores.compactMap { id, score in
            guard let row = named[id] else { return nil }
            let album: String? = row["album"]
            return RankedItem(
                id: id, name: row["name"], artists: artists[id] ?? [],
                album: album.map { ArtistReference(id: ID($0), name: row["album_name"] ?? "") },
                cover: row.blobKey("cover"), score: score)
        }
    }

    private func references(_ sql: String, _ ids: JSONList) throws -> [String: [ArtistReference]] {
        var references: [String: [ArtistReference]] = [:]
        for row in try Row.fetchAll(db.cachedStatement(sql: sql), arguments: ["ids": ids]) {
            references[row["id"], default: []].append(ArtistReference(id: ID(row["artist"]), name: row["name"]))
        }
        return references
    }

    private static func names(_ kind: RankedKind, _ scope: LibraryScope) -> String {
        let each = "FROM json_each(:ids) j CROSS JOIN \(kind) item ON item.id = j.value"
        return switch kind {
        case .track:
            "SELECT item.id, item.title AS name, item.album, item.album_name, item.cover \(each)"
        case .album: "SELECT item.id, item.name, NULL AS album, item.cover \(each)"
        case .artist, .genre: "SELECT item.id, item.name, NULL AS album, \(cover(kind, scope)) AS cover \(each)"
        }
    }

    private static func cover(_ kind: RankedKind, _ scope: LibraryScope) -> String {
        guard scope == .everything else {
            return """
                (SELECT x.cover FROM \(kind)_library x WHERE x.\(kind) = item.id\(scope.and("x.library"))
                  AND x.cover IS NOT NULL ORDER BY x.cover_order DESC LIMIT 1)
                """
        }
        return kind == .artist ? "ifnull(item.image, item.cover)" : "item.cover"
    }

    private static func artists(_ kind: RankedKind) -> String? {
        switch kind {
        case .track:
            """
            SELECT l.track AS id, l.artist, l.name FROM json_each(:ids) j
            CROSS JOIN track_artist l ON l.track = j.value AND l.role = 'performer' ORDER BY l.track, l.position
            """
        case .album:
            """
            SELECT l.album AS id, l.artist, a.name FROM json_each(:ids) j
            CROSS JOIN album_artist l ON l.album = j.value JOIN artist a ON a.id = l.artist ORDER BY l.album, l.position
            """
        case .artist, .genre: nil
        }
    }
}
