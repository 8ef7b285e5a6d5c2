import GRDB
package import Portability
package import Primitives

/// Reads all data of a user with the queries of `PersonalSection.all`.
package struct SQLitePersonalDataStore: PersonalDataStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    /// The queries, for tests of their completeness.
    package var queries: [String] { PersonalSection.all.map { $0.sql(.everything) } }

    package var sections: [String] { PersonalSection.all.map(\.name) }

    package func rows(
        of section: String, for user: ID<Person>, in scope: LibraryScope, after place: PersonalPage.Place, limit: Int
    ) async throws -> PersonalPage {
        guard let section = PersonalSection.all.first(where: { $0.name == section }) else {
            throw DomainError.notFound("There is no such section")
        }
        let sql = section.sql(scope)
        var arguments: StatementArguments = ["user": user, "number": place.number, "text": place.text, "limit": limit]
        // Sections that read no library have no scope to bind.
        if sql.contains(":scope") { arguments += scope.arguments }
        return try await database.read { [arguments] db in
            let statement = try db.cachedStatement(sql: sql)
            let columns = Array(statement.columnNames.dropFirst(2))
            let rows = try Row.fetchAll(statement, arguments: arguments)
            let next = rows.count == limit ? rows.last.map(Self.place) : nil
            return PersonalPage(columns: columns, rows: rows.map { Self.row($0, columns) }, next: next)
        }
    }

    private static func place(of row: Row) -> PersonalPage.Place {
        PersonalPage.Place(number: row[0], text: row[1])
    }

    private static func row(_ row: Row, _ columns: [String]) -> PersonalRow {
        PersonalRow(
            columns.indices.map { index in
                switch (row[index + 2] as DatabaseValue).storage {
                case .null, .blob: return .nothing
                case .int64(let number):
                    return columns[index].hasSuffix("At")
                        ? .instant(Timestamp(milliseconds: number)) : .integer(number)
                case .double(let number): return .real(number)
                case .string(let text): return .text(text)
                }
            })
    }
}

/// One section of an export: a name and a query.
///
/// The query reads `:user`, `:number` and `:text` (the place after which it continues), `:limit`, and `:scope` through
/// `LibraryScope.and`. Its first two columns are the place of a row; the others are exported under their names.
/// Integers whose name ends in `At` are times.
struct PersonalSection: Sendable {
    let name: String
    let sql: @Sendable (LibraryScope) -> String

    init(_ name: String, _ sql: @escaping @Sendable (LibraryScope) -> String) {
        self.name = name
        self.sql = sql
    }

    /// A section whose query reads no library.
    init(_ name: String, _ sql: String) {
        self.init(name) { _ in sql }
    }

    /// The columns that identify a track `t` on any server.
    static let track = """
        t.title, (SELECT group_concat(name, '; ') FROM (SELECT l.name FROM track_artist l
          WHERE l.track = t.id AND l.role = 'performer' ORDER BY l.position)) AS artist, t.album_name AS album,
        t.duration_ms AS durationMs, t.recording AS recordingId, t.isrc, t.id AS trackId
        """

    /// The rows after the place, in the order of the two columns that make up a place.
    static func after(_ number: String, _ text: String) -> String {
        "AND (\(number), \(text)) > (:number, :text) ORDER BY \(number), \(text) LIMIT :limit"
    }

    /// The picture's path in the archive, from a column of keys. Must be the last column.
    static func picture(_ column: String) -> String { "'pictures/' || \(column) || '.jpg' AS picture" }

    /// The columns that identify an album `a` on any server.
    static let album = """
        a.name, (SELECT group_concat(name, '; ') FROM (SELECT r.name FROM album_artist l JOIN artist r ON r.id = l.artist
          WHERE l.album = a.id ORDER BY l.position)) AS artist, a.release AS releaseId, a.id AS albumId
        """
}

/// All data of a user. Every new kind of user data needs a section here. Secrets are never exported.
extension PersonalSection {
    static let all: [PersonalSection] = [
        profile, sessions, tokens, deviceKeys, identityLinks, passkeys, history, homeRows, recognized, queue,
        bookmarks, likedTracks, likedAlbums, likedArtists, ratedTracks, ratedAlbums, ratedArtists, playlists,
        playlistEntries, importedSongs, playlistEditors, playlistFolders, foldedPlaylists, shelfFolders, shelfItems,
        wishes, backedWishes, boardPosts, boardComments, boardReactions, moments, shares, shareItems, submissions,
        linkImports, featureRequests, notifications, mutedNotifications, transfer, withdrawnMusic, reports,
        writtenLyrics, scrobbling, waitingScrobbles, waitingLastFM, podcasts, podcastEpisodes,
    ]

    private static let profile = PersonalSection(
        "profile",
        """
        SELECT 0, a.id, a.username, a.display_name AS displayName, a.email, a.role, a.locale || ifnull('_' || a.locale_country, '') AS locale, a.theme,
          a.shading_mode AS shadingMode,
          a.created_at AS createdAt, ifnull(s.opinions, 'nobody') AS sharesOpinionsWith,
          iif(EXISTS (SELECT 1 FROM listening_shared WHERE account = a.id), 'gateway', 'nobody') AS sharesListeningWith,
          iif(EXISTS (SELECT 1 FROM playback_shared WHERE account = a.id), 'gateway', 'nobody') AS sharesPlaybackWith,
          \(picture("a.picture"))
        FROM account a LEFT JOIN sharing s ON s.account = a.id
        WHERE a.id = :user AND (0, a.id) > (:number, :text) LIMIT :limit
        """)

    private static let homeRows = PersonalSection(
        "home-rows",
        """
        SELECT 0, home_row, home_row AS name, CAST(round(weight) AS INTEGER) AS uses, used_at AS usedAt FROM home_row_use
        WHERE account = :user AND (0, home_row) > (:number, :text) ORDER BY home_row LIMIT :limit
        """)

    private static let sessions = PersonalSection(
        "sessions",
        """
        SELECT created_at, id, client, address, created_at AS createdAt, last_used_at AS lastUsedAt,
          expires_at AS expiresAt FROM session WHERE account = :user \(after("created_at", "id"))
        """)

    private static let tokens = PersonalSection(
        "access-tokens",
        """
        SELECT created_at, id, label, scopes, created_at AS createdAt, last_used_at AS lastUsedAt,
          last_address AS lastAddress, expires_at AS expiresAt
        FROM access_token WHERE account = :user \(after("created_at", "id"))
        """)

    private static let deviceKeys = PersonalSection(
        "device-keys",
        """
        SELECT created_at, id, label, scopes, created_at AS createdAt, last_used_at AS lastUsedAt,
          last_client AS lastClient, expires_at AS expiresAt
        FROM device_key WHERE account = :user \(after("created_at", "id"))
        """)

    private static let passkeys = PersonalSection(
        "passkeys",
        """
        SELECT created_at, id, label, site, is_backed_up AS isBackedUp, created_at AS createdAt,
          last_used_at AS lastUsedAt FROM passkey WHERE account = :user \(after("created_at", "id"))
        """)

    private static let identityLinks = PersonalSection(
        "sign-in-connections",
        """
        SELECT created_at, id, issuer, label AS name, created_at AS createdAt, last_used_at AS lastUsedAt
        FROM identity_link WHERE account = :user \(after("created_at", "id"))
        """)

    private static let history = PersonalSection("history") { scope in
        """
        SELECT p.played_at, p.id, p.played_at AS playedAt, p.client, p.source, \(track)
        FROM play p CROSS JOIN track t ON t.id = p.track\(scope.and("t.library"))
        WHERE p.account = :user \(after("p.played_at", "p.id"))
        """
    }

    /// A song that the user does not see any more has its title alone, as in the history itself.
    private static let recognized = PersonalSection("recognized-songs") { scope in
        """
        SELECT r.at, r.id, r.at AS recognizedAt, r.title, r.artist, t.id AS trackId, r.position_ms AS positionMs,
          r.confidence
        FROM recognition r LEFT JOIN track t ON t.id = r.track\(scope.and("t.library"))
        WHERE r.account = :user \(after("r.at", "r.id"))
        """
    }

    private static let queue = PersonalSection("queue") { scope in
        """
        SELECT q.place, '', q.place, q.place = o.current_index AS isCurrent,
          iif(q.place = o.current_index, o.position_ms, NULL) AS positionMs, \(track)
        FROM play_queue o CROSS JOIN play_queue_track q ON q.account = o.account
        CROSS JOIN track t ON t.id = q.track\(scope.and("t.library"))
        WHERE o.account = :user AND (q.place, '') > (:number, :text) ORDER BY q.place LIMIT :limit
        """
    }

    private static let bookmarks = PersonalSection("bookmarks") { scope in
        """
        SELECT b.changed_at, b.track, b.position_ms AS positionMs, b.comment, b.created_at AS createdAt,
          b.changed_at AS changedAt, \(track)
        FROM bookmark b CROSS JOIN track t ON t.id = b.track\(scope.and("t.library"))
        WHERE b.account = :user \(after("b.changed_at", "b.track"))
        """
    }

    private static let likedTracks = liked("track", as: "t", track)
    private static let likedAlbums = liked("album", as: "a", album)
    private static let ratedTracks = rated("track", as: "t", track)
    private static let ratedAlbums = rated("album", as: "a", album)

    private static func liked(_ kind: String, as alias: String, _ columns: String) -> PersonalSection {
        PersonalSection("liked-\(kind)s") { scope in
            """
            SELECT k.liked_at, k.\(kind), k.liked_at AS likedAt, \(columns)
            FROM \(kind)_like k CROSS JOIN \(kind) \(alias) ON \(alias).id = k.\(kind)\(scope.and("\(alias).library"))
            WHERE k.account = :user \(after("k.liked_at", "k.\(kind)"))
            """
        }
    }

    private static func rated(_ kind: String, as alias: String, _ columns: String) -> PersonalSection {
        PersonalSection("rated-\(kind)s") { scope in
            """
            SELECT r.rated_at, r.\(kind), r.rating / 2.0 AS rating, r.review, r.rated_at AS ratedAt, \(columns)
            FROM \(kind)_rating r CROSS JOIN \(kind) \(alias) ON \(alias).id = r.\(kind)\(scope.and("\(alias).library"))
            WHERE r.account = :user \(after("r.rated_at", "r.\(kind)"))
            """
        }
    }

    private static let likedArtists = PersonalSection("liked-artists") { scope in
        """
        SELECT k.liked_at, k.artist, k.liked_at AS likedAt, a.name, a.musicbrainz AS musicBrainzId, a.id AS artistId
        FROM artist_like k CROSS JOIN artist a ON a.id = k.artist
        WHERE k.account = :user\(artistIsSeen("k.artist", scope)) \(after("k.liked_at", "k.artist"))
        """
    }

    private static let ratedArtists = PersonalSection("rated-artists") { scope in
        """
        SELECT r.rated_at, r.artist, r.rating / 2.0 AS rating, r.review, r.rated_at AS ratedAt, a.name,
          a.musicbrainz AS musicBrainzId, a.id AS artistId
        FROM artist_rating r CROSS JOIN artist a ON a.id = r.artist
        WHERE r.account = :user\(artistIsSeen("r.artist", scope)) \(after("r.rated_at", "r.artist"))
        """
    }

    private static func artistIsSeen(_ artist: String, _ scope: LibraryScope) -> String {
        scope == .everything
            ? ""
            : " AND EXISTS (SELECT 1 FROM artist_library x WHERE x.artist = \(artist)\(scope.and("x.library")))"
    }

    private static let playlists = PersonalSection(
        "playlists",
        """
        SELECT created_at, id, id, name, description, visibility,
          (SELECT s.rules FROM smart_playlist s WHERE s.playlist = playlist.id) AS rules, created_at AS createdAt,
          changed_at AS changedAt, hidden_reason AS hiddenBecause, \(picture("cover"))
        FROM playlist WHERE owner = :user \(after("created_at", "id"))
        """)

    private static let playlistEntries = PersonalSection("playlist-entries") { scope in
        """
        SELECT e.place, e.id, e.playlist AS playlistId, e.id AS entryId, e.place, e.added_at AS addedAt, \(track)
        FROM playlist o CROSS JOIN playlist_entry e ON e.playlist = o.id
        CROSS JOIN track t ON t.id = e.track\(scope.and("t.library")) WHERE o.owner = :user \(after("e.place", "e.id"))
        """
    }
}
