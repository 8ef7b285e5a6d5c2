import Catalog
import GRDB
import Primitives

/// The list of artists by sort name: those of one role, or album artists and performers together.
struct ArtistList: Sendable {
    let role: ArtistRole?
    let scope: LibraryScope

    var keyset: KeysetList {
        KeysetList(name: "artists.\(role?.rawValue ?? "listed")", columns: [.text, .text])
    }

    func page(_ db: Database, _ part: ListPart) throws -> Page<ArtistItem> {
        guard scope == .everything else { return try scopedPage(db, part) }
        let sql = role == nil ? Self.listed(isFirst: part.isFirst) : Self.ofRole(isFirst: part.isFirst)
        let rows = try db.rows(sql, part.arguments + roleArguments)
        let found = rows.map { (item: ArtistReader.item($0), key: $0["sort_key"] as String) }
        let page = part.page(found) { [.text($0.key), .text($0.item.id.rawValue)] }
        return Page(items: try ArtistReader.colored(page.items.map(\.item), db), next: page.next)
    }

    func outline(_ db: Database, step: Int) throws -> ListOutline {
        let walk = OutlineWalk(keyset: keyset, step: step, isByName: true)
        guard scope == .everything else {
            return try walk.outline(
                db, sql: Self.scoped(role, scope, isFirstPage: true),
                scope.arguments + roleArguments + ["limit": -1])
        }
        return try walk.outline(db, sql: role == nil ? Self.wholeListed : Self.wholeOfRole, roleArguments)
    }

    var roleArguments: StatementArguments { role.map { ["role": $0.rawValue] } ?? [] }

    static let wholeListed = "SELECT sort_key, id FROM artist WHERE is_listed = 1 ORDER BY sort_key, id"
    static let wholeOfRole = "SELECT sort_key, artist FROM artist_role WHERE role = :role ORDER BY sort_key, artist"

    /// Walks the same order and checks for each artist whether the scope has something by them.
    private func scopedPage(_ db: Database, _ part: ListPart) throws -> Page<ArtistItem> {
        let sql = Self.scoped(role, scope, isFirstPage: part.isFirst)
        let rows = try db.rows(sql, part.arguments + scope.arguments + roleArguments)
        let page = part.page(rows.map { (id: $0[1] as String, key: $0[0] as String) }) {
            [.text($0.key), .text($0.id)]
        }
        return Page(items: try ArtistReader(db, scope).items(page.items.map(\.id)), next: page.next)
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

    static func listed(isFirst: Bool) -> String {
        """
        SELECT id, name, sort_key, album_count, track_count, cover, image FROM artist
        WHERE is_listed = 1 \(isFirst ? "" : "AND (sort_key, id) > (:after0, :after1)") ORDER BY sort_key, id LIMIT :limit
        """
    }

    static func ofRole(isFirst: Bool) -> String {
        """
        SELECT a.id, a.name, r.sort_key, a.album_count, a.track_count, a.cover, a.image
        FROM artist_role r CROSS JOIN artist a ON a.id = r.artist
        WHERE r.role = :role \(isFirst ? "" : "AND (r.sort_key, r.artist) > (:after0, :after1)")
        ORDER BY r.sort_key, r.artist LIMIT :limit
        """
    }
}

/// The list of artists filtered or ordered by a listener's likes and ratings.
struct RatedArtistList: Sendable {
    let list: FilteredList
    private let query: ArtistQuery

    init(_ query: ArtistQuery) {
        self.query = query
        var restriction = ListRestriction()
        restriction.listener = query.listener
        list = FilteredList(
            name: query.list, table: "artist", presence: Self.presence(query), isDescending: query.order == .descending,
            order: Self.order(query), filters: ListFilter.artists(query), restriction: restriction)
    }

    func page(_ db: Database, _ part: ListPart) throws -> Page<ArtistItem> {
        let (ids, next) = try list.page(db, part)
        return Page(items: try ArtistReader(db, query.scope).items(ids), next: next)
    }

    func outline(_ db: Database, step: Int) throws -> ListOutline {
        try list.outline(db, step: step, isByName: query.sort == .name)
    }

    /// The condition of presence. Likes include composers, whom the list by name shows only if that role is requested.
    private static func presence(_ query: ArtistQuery) -> String {
        switch query.sort {
        case .name: query.role == nil ? "item.is_listed = 1" : "true"
        case .liked, .rating: "EXISTS (SELECT 1 FROM artist_role r WHERE r.artist = item.id)"
        }
    }

    private static func order(_ query: ArtistQuery) -> ListPlan.Order {
        switch query.sort {
        case .name where query.role == nil: .index("artist_by_name", of: "artist", [.text("sort_key"), .text("id")])
        case .name: .role
        case .liked: .own("artist_like", of: "artist", by: "artist_like_recent", ["liked_at"])
        case .rating: .own("artist_rating", of: "artist", by: "artist_rating_best", ["rating", "rated_at"])
        }
    }
}

extension ListPlan.Order {
    /// By sort name among the artists with the bound role. Not all of them are listed artists.
    fileprivate static let role = Self(
        columns: [.text("own.sort_key"), .text("own.artist")],
        walk: "artist_role own CROSS JOIN artist item ON item.id = own.artist",
        join: " CROSS JOIN artist_role own ON own.sort_key = item.sort_key AND own.artist = item.id",
        conditions: ["own.role = :role"])
}

/// Artists for a user who sees only some libraries: those with a credit in the scope, with counts and pictures from
/// there. The stored counts cover the whole catalog.
struct ScopedArtists: LibraryScoped {
    let db: Database
    let scope: LibraryScope

    /// In the order of `ids`.
    func items(_ ids: [String]) throws -> [ArtistItem] {
        var found: [String: (name: String, image: BlobKey?, share: LibraryShares.Share)] = [:]
        let rows = try db.cursor(Self.items(scope), ["ids": JSONList(Set(ids).sorted())] + scope.arguments)
        while let row = try rows.next() {
            found[row["id"], default: (row["name"], row.blobKey("image"), LibraryShares.Share())]
                .share.add(LibraryShares.Share(row))
        }
        return ids.compactMap { id in
            found[id].map { artist in
                ArtistItem(
                    id: ID(id), name: artist.name, albumCount: artist.share.albumCount,
                    trackCount: artist.share.trackCount, cover: artist.share.cover.flatMap { BlobKey(hex: $0) },
                    image: artist.image)
            }
        }
    }

    /// The artist's roles in the scope.
    func roles(of artist: String) throws -> Set<String> {
        try db.valueSet(Self.roles(scope), ["artist": artist] + scope.arguments)
    }

    /// The condition that the scope has an album by the artist.
    static func hasAlbum(_ artist: String, _ scope: LibraryScope) -> String {
        has("album_count > 0", artist, scope)
    }

    private static func has(_ condition: String, _ artist: String, _ scope: LibraryScope) -> String {
        "EXISTS (SELECT 1 FROM artist_library l WHERE l.artist = \(artist) AND l.\(condition)\(scope.and("l.library")))"
    }

    /// - Parameter role: SQL text of the artist's role.
    static func hasTrack(_ artist: String, role: String, _ scope: LibraryScope) -> String {
        """
        EXISTS (SELECT 1 FROM track_artist ta CROSS JOIN track t ON t.id = ta.track
          WHERE ta.artist = \(artist) AND ta.role = \(role) AND t.missing_since IS NULL\(scope.and("t.library")))
        """
    }

    /// The condition that lists show the artist: the scoped form of `artist.is_listed`.
    static func isListed(_ artist: String, _ scope: LibraryScope) -> String {
        has("album_count + l.track_count > 0", artist, scope)
    }

    /// The condition that the artist has any credit in the scope.
    static func isThere(_ artist: String, _ scope: LibraryScope) -> String {
        has("artist IS NOT NULL", artist, scope)
    }

    /// One row for each library of the scope.
    static func items(_ scope: LibraryScope) -> String {
        """
        SELECT a.id, a.name, l.album_count, l.track_count, l.cover, l.cover_order,
          CASE WHEN a.image IS NOT NULL
              AND (EXISTS (SELECT 1 FROM folder_artist_image f WHERE f.image = a.image\(scope.and("f.library")))
                OR EXISTS (SELECT 1 FROM artist_description d WHERE d.artist = a.id AND d.image = a.image))
            THEN a.image END AS image
        FROM json_each(:ids) j CROSS JOIN artist a ON a.id = j.value CROSS JOIN artist_library l ON l.artist = a.id
        WHERE true\(scope.and("l.library"))
        """
    }

    static func roles(_ scope: LibraryScope) -> String {
        """
        SELECT DISTINCT ta.role FROM track_artist ta CROSS JOIN track t ON t.id = ta.track
        WHERE ta.artist = :artist AND ta.role <> 'albumArtist' AND t.missing_since IS NULL\(scope.and("t.library"))
        UNION ALL SELECT 'albumArtist' WHERE \(hasAlbum(":artist", scope))
        """
    }
}
