import Catalog
import GRDB
import Primitives

/// The list of artists by sort name, of one role or of album artists and performers together.
struct ArtistList: Sendable {
    let keyset: KeysetList
    let role: ArtistRole?
    let scope: LibraryScope

    init(role: ArtistRole?, _ scope: LibraryScope) {
        self.role = role
        self.scope = scope
        keyset = KeysetList(name: "artists.\(role?.rawValue ?? "listed")", columns: [.text, .text])
    }

    func page(_ db: Database, after position: [DatabaseValue]?, limit: Int) throws -> Page<ArtistItem> {
        guard scope == .everything else { return try scopedPage(db, after: position, limit: limit) }
        let sql =
            switch (role != nil, position != nil) {
            case (false, false): Self.listed
            case (false, true): Self.listedAfter
            case (true, false): Self.ofRole
            case (true, true): Self.ofRoleAfter
            }
        let arguments =
            (role.map { [$0.rawValue.databaseValue] } ?? []) + (position ?? []) + [(limit + 1).databaseValue]
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
        let found = rows.map { (item: ArtistReader.item($0), key: $0["sort_key"] as String) }
        let page = keyset.page(found, limit: limit) { [.text($0.key), .text($0.item.id.rawValue)] }
        return Page(items: page.items.map(\.item), next: page.next)
    }

    func outline(_ db: Database, step: Int) throws -> ListOutline {
        let walk = OutlineWalk(keyset: keyset, step: step, isByName: true)
        guard scope == .everything else {
            var arguments = scope.named
            arguments["role"] = role?.rawValue.databaseValue
            arguments["limit"] = (-1).databaseValue
            return try walk.outline(
                db, sql: Self.scoped(role, scope, isFirstPage: true), StatementArguments(arguments))
        }
        return try walk.outline(
            db, sql: role == nil ? Self.wholeListed : Self.wholeOfRole,
            role.map { [$0.rawValue] } ?? StatementArguments())
    }

    static let wholeListed = "SELECT sort_key, id FROM artist WHERE is_listed = 1 ORDER BY sort_key, id"
    static let wholeOfRole = "SELECT sort_key, artist FROM artist_role WHERE role = ? ORDER BY sort_key, artist"

    /// Walks the same order and asks of each artist whether there is something of theirs in the scope.
    private func scopedPage(
        _ db: Database, after position: [DatabaseValue]?, limit: Int
    ) throws -> Page<ArtistItem> {
        let sql = Self.scoped(role, scope, isFirstPage: position == nil)
        var arguments = scope.named
        arguments["role"] = role?.rawValue.databaseValue
        arguments["limit"] = (limit + 1).databaseValue
        for (index, value) in (position ?? []).enumerated() { arguments["after\(index)"] = value }
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
        let page = keyset.page(rows.map { (id: $0[1] as String, key: $0[0] as String) }, limit: limit) {
            [.text($0.key), .text($0.id)]
        }
        return Page(items: try ScopedArtists(db, scope).items(page.items.map(\.id)), next: page.next)
    }

    static func scoped(_ role: ArtistRole?, _ scope: LibraryScope, isFirstPage: Bool) -> String {
        let (artists, id, condition) =
            switch role {
            case nil: ("artist a INDEXED BY artist_by_name", "a.id", ScopedArtists.isListed("a.id", scope))
            case .albumArtist: ("artist_role a", "a.artist", ScopedArtists.hasAlbum("a.artist", scope))
            case .some: ("artist_role a", "a.artist", ScopedArtists.hasTrack("a.artist", role: ":role", scope))
            }
        return """
            SELECT a.sort_key, \(id) FROM \(artists)
            WHERE \(role == nil ? "a.is_listed = 1" : "a.role = :role") AND \(condition)
            \(isFirstPage ? "" : "AND (a.sort_key, \(id)) > (:after0, :after1)")
            ORDER BY a.sort_key, \(id) LIMIT :limit
            """
    }

    static let listed = """
        SELECT id, name, sort_key, album_count, track_count, cover, image FROM artist
        WHERE is_listed = 1 ORDER BY sort_key, id LIMIT ?
        """
    static let listedAfter = """
        SELECT id, name, sort_key, album_count, track_count, cover, image FROM artist
        WHERE is_listed = 1 AND (sort_key, id) > (?, ?) ORDER BY sort_key, id LIMIT ?
        """
    static let ofRole = """
        SELECT a.id, a.name, r.sort_key, a.album_count, a.track_count, a.cover, a.image
        FROM artist_role r CROSS JOIN artist a ON a.id = r.artist
        WHERE r.role = ? ORDER BY r.sort_key, r.artist LIMIT ?
        """
    static let ofRoleAfter = """
        SELECT a.id, a.name, r.sort_key, a.album_count, a.track_count, a.cover, a.image
        FROM artist_role r CROSS JOIN artist a ON a.id = r.artist
        WHERE r.role = ? AND (r.sort_key, r.artist) > (?, ?) ORDER BY r.sort_key, r.artist LIMIT ?
        """
}
