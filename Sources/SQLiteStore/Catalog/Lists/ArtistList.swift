import Catalog
import GRDB
import Primitives

/// The list of artists by sort name, of one role or of album artists and performers together.
struct ArtistList: Sendable {
    let keyset: KeysetList
    private let role: ArtistRole?

    init(role: ArtistRole?) {
        self.role = role
        keyset = KeysetList(name: "artists.\(role?.rawValue ?? "listed")", columns: [.text, .text])
    }

    func page(_ db: Database, after position: [DatabaseValue]?, limit: Int) throws -> Page<ArtistItem> {
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
        try OutlineWalk(keyset: keyset, step: step, isByName: true).outline(
            db, sql: role == nil ? Self.wholeListed : Self.wholeOfRole,
            role.map { [$0.rawValue] } ?? StatementArguments())
    }

    static let wholeListed = "SELECT sort_key, id FROM artist WHERE is_listed = 1 ORDER BY sort_key, id"
    static let wholeOfRole = "SELECT sort_key, artist FROM artist_role WHERE role = ? ORDER BY sort_key, artist"
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
