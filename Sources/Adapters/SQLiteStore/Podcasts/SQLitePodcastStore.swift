import GRDB
package import Journal
package import Podcasts
package import Primitives

/// Podcasts in SQLite.
package struct SQLitePodcastStore: PodcastStore, BlobUser {
    private static let list = KeysetList(name: "episodes.newest", columns: [.integer, .text])

    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func subscriptions(of user: ID<Person>) async throws -> [Subscription] {
        try await database.read { db in
            let rows = try db.rows(Self.subscriptions + " ORDER BY p.title_key, p.id", ["account": user])
            return rows.map(PodcastRows.subscription)
        }
    }

    package func subscription(of user: ID<Person>, to podcast: ID<Podcast>) async throws -> Subscription? {
        try await database.read { db in
            let sql = Self.subscriptions + " AND s.podcast = :podcast"
            return try db.row(sql, ["account": user, "podcast": podcast]).map(PodcastRows.subscription)
        }
    }

    /// Admins hear everything (`User.scope`).
    private static let hearsExplicit = "(a.hears_explicit = 1 OR a.role = 'admin')"
    static let subscriptions = """
        SELECT p.*, s.since, s.rule, s.latest,
          (SELECT count(*) FROM podcast_episode e WHERE e.podcast = p.id AND e.published_at > s.since AND e.is_listed = 1
            AND (e.is_explicit = 0 OR \(hearsExplicit))
            AND NOT EXISTS (SELECT 1 FROM podcast_episode_state t WHERE t.account = s.account AND t.episode = e.id)
          ) AS new_count,
          (SELECT max(e.published_at) FROM podcast_episode e WHERE e.podcast = p.id) AS latest_at
        FROM podcast_subscription s CROSS JOIN podcast p ON p.id = s.podcast
        CROSS JOIN account a ON a.id = s.account
        WHERE s.account = :account AND (p.is_explicit = 0 OR \(hearsExplicit))
        """

    // MARK: Episodes

    package func episodes(
        of podcast: ID<Podcast>?, for user: ID<Person>, _ page: PageRequest
    ) async throws -> Page<ListedEpisode> {
        let part = try Self.list.part(page)
        var arguments = part.newest + ["account": user]
        if let podcast { arguments += ["podcast": podcast] }
        let sql = podcast == nil ? Self.newest : Self.ofPodcast
        return try await database.read { [arguments] db in
            let rows = try db.rows(sql, arguments)
            return part.page(rows.map(PodcastRows.listed)) { ($0.episode.publishedAt, $0.episode.id) }
        }
    }

    private static let listed = """
        SELECT e.*, p.title AS podcast_title, p.picture AS podcast_picture, s.since, t.position_ms, t.is_played,
          t.changed_at AS state_at, d.state AS download_state, d.size AS download_size
        FROM podcast_episode e
        CROSS JOIN podcast_subscription s ON s.account = :account AND s.podcast = e.podcast
        CROSS JOIN podcast p ON p.id = e.podcast
        CROSS JOIN account a ON a.id = s.account
        LEFT JOIN podcast_episode_state t ON t.account = s.account AND t.episode = e.id
        LEFT JOIN podcast_download d ON d.episode = e.id
        WHERE \(isVisible)
        """
    /// Whether the user sees an episode of a subscription (`PodcastStore`).
    static let isVisible = """
        (p.is_explicit = 0 AND e.is_explicit = 0 OR \(hearsExplicit))
        AND (e.is_listed = 1 OR t.episode IS NOT NULL OR d.account = s.account)
        """
    private static let order =
        "(e.published_at, e.id) < (:after0, :after1) ORDER BY e.published_at DESC, e.id DESC LIMIT :limit"

    static let ofPodcast = listed + " AND e.podcast = :podcast AND " + order
    static let newest = listed + " AND " + order

    package func episodes(_ ids: [ID<Episode>], for user: ID<Person>) async throws -> [ListedEpisode] {
        try await database.read { db in
            try db.rows(Self.some, ["account": user, "ids": JSONList(ids)]).map(PodcastRows.listed)
        }
    }

    static let some = listed + " AND e.id IN (SELECT value FROM json_each(:ids))"

    package func begun(by user: ID<Person>, limit: Int) async throws -> [ListedEpisode] {
        try await database.read { db in
            let ids: [String] = try db.values(Self.begun, ["account": user, "limit": limit])
            let found = try db.rows(Self.some, ["account": user, "ids": JSONList(ids)]).map(PodcastRows.listed)
            let byID = Dictionary(found.map { ($0.episode.id.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
            return ids.compactMap { byID[$0] }
        }
    }

    static let begun = """
        SELECT episode FROM podcast_episode_state WHERE account = :account AND position_ms > 0
        ORDER BY changed_at DESC, episode DESC LIMIT :limit
        """

    // MARK: Feeds and pictures

    package func due(at now: Timestamp, limit: Int) async throws -> [FeedVisit] {
        try await database.read { try $0.rows(Self.due, ["now": now, "limit": limit]).map(PodcastRows.visit) }
    }

    static let due = """
        SELECT p.*, NOT EXISTS (SELECT 1 FROM podcast_subscription s WHERE s.podcast = p.id) AS is_abandoned
        FROM podcast p WHERE p.ended_at IS NULL AND p.due_at <= :now ORDER BY p.due_at LIMIT :limit
        """

    package func nextDue() async throws -> Timestamp? {
        try await database.read { try $0.value("SELECT min(due_at) FROM podcast WHERE ended_at IS NULL") }
    }

    package func storedEpisodes(of podcast: ID<Podcast>) async throws -> [String: Episode] {
        try await database.read { db in
            let rows = try db.rows("SELECT * FROM podcast_episode WHERE podcast = ?", [podcast])
            return Dictionary(rows.map(PodcastRows.episode).map { ($0.item.guid, $0) }, uniquingKeysWith: { $1 })
        }
    }

    package func known(_ addresses: [String]) async throws -> Set<String> {
        try await database.read { db in
            try Set(
                db.values(
                    "SELECT address FROM podcast WHERE address IN (SELECT value FROM json_each(:addresses))",
                    ["addresses": JSONList(addresses)]))
        }
    }

    package func hasAbandoned(at now: Timestamp) async throws -> Bool {
        try await database.read {
            try $0.exists("SELECT 1 FROM podcast WHERE \(Self.isAbandoned) LIMIT 1", ["now": now])
        }
    }

    /// Whether a podcast is to be removed (`PodcastWrite.removeAbandoned`).
    static let isAbandoned = """
        id NOT IN (SELECT podcast FROM podcast_subscription)
        AND (failures = 0 OR ended_at IS NOT NULL OR due_at <= :now)
        """

    package func missingPictures(limit: Int) async throws -> [MissingPicture] {
        try await database.read { db in
            try db.rows(Self.missingPictures, ["limit": limit]).map { row in
                let id: String = row["id"]
                return MissingPicture(
                    subject: row["is_episode"] ? .episode(ID(id)) : .podcast(ID(id)), address: row["address"])
            }
        }
    }

    /// Of episodes, those whose picture is not that of the podcast, among the newest twenty of each podcast.
    static let missingPictures = """
        SELECT id, 0 AS is_episode, picture_address AS address FROM podcast
        WHERE picture_address IS NOT NULL AND picture_tried IS NOT picture_address
        UNION ALL
        SELECT e.id, 1, e.picture_address FROM podcast p CROSS JOIN podcast_episode e ON e.podcast = p.id
        WHERE e.picture_address IS NOT NULL AND e.picture_address IS NOT p.picture_address
          AND e.picture_tried IS NOT e.picture_address AND e.published_at >= (
            SELECT min(published_at) FROM (SELECT published_at FROM podcast_episode n WHERE n.podcast = p.id
              ORDER BY n.published_at DESC, n.id DESC LIMIT 20))
        LIMIT :limit
        """

    package func blobsInUse() async throws -> Set<BlobKey> {
        try await database.read { db in
            try db.blobKeys(
                """
                SELECT picture FROM podcast WHERE picture IS NOT NULL
                UNION SELECT picture FROM podcast_episode WHERE picture IS NOT NULL
                """)
        }
    }

    // MARK: Downloads

    package func downloadPlan(at now: Timestamp) async throws -> DownloadPlan {
        try await database.read { db in
            let wanted: Set<String> = try db.valueSet(Self.wanted)
            let stored = try db.rows(Self.stored).map { row in
                let id: String = row["episode"]
                return DownloadPlan.Stored(
                    episode: ID(id), size: row["size"], isWanted: row["is_asked"] || wanted.contains(id),
                    isPlayed: row["is_played"], isAsked: row["is_asked"])
            }
            let waiting = try db.rows(Self.waiting, ["wanted": JSONList(wanted), "now": now])
            return DownloadPlan(waiting: waiting.map(PodcastRows.episode), stored: stored)
        }
    }

    /// The episodes that a rule of a subscriber wants who hears them and has not played them (`DownloadRule`).
    static let wanted = """
        SELECT DISTINCT r.id FROM (
          SELECT e.id, e.podcast, e.published_at,
            row_number() OVER (PARTITION BY e.podcast ORDER BY e.published_at DESC, e.id DESC) AS place
          FROM podcast_episode e
          WHERE e.is_listed = 1 AND e.podcast IN (SELECT podcast FROM podcast_subscription WHERE rule <> 'none')) r
        JOIN podcast_subscription s ON s.podcast = r.podcast
        JOIN podcast p ON p.id = r.podcast
        JOIN account a ON a.id = s.account
        WHERE r.place <= s.latest AND (s.rule = 'latest' OR s.rule = 'unplayed' AND r.published_at > s.since)
          AND (p.is_explicit = 0 AND (SELECT is_explicit FROM podcast_episode WHERE id = r.id) = 0 OR \(hearsExplicit))
          AND NOT EXISTS (SELECT 1 FROM podcast_episode_state t
            WHERE t.account = s.account AND t.episode = r.id AND t.is_played = 1)
        """

    static let stored = """
        SELECT d.episode, d.size, d.account IS NOT NULL AS is_asked,
          EXISTS (SELECT 1 FROM podcast_episode_state t WHERE t.episode = e.id AND t.is_played = 1)
          AND NOT EXISTS (SELECT 1 FROM podcast_subscription s CROSS JOIN account a ON a.id = s.account
            WHERE s.podcast = e.podcast AND (p.is_explicit = 0 AND e.is_explicit = 0 OR \(hearsExplicit))
            AND NOT EXISTS (SELECT 1 FROM podcast_episode_state t
              WHERE t.account = s.account AND t.episode = e.id AND t.is_played = 1)
          ) AS is_played
        FROM podcast_download d CROSS JOIN podcast_episode e ON e.id = d.episode CROSS JOIN podcast p ON p.id = e.podcast
        WHERE d.state = 'done' ORDER BY d.changed_at, d.episode
        """

    static let waiting = """
        SELECT e.*, d.account FROM podcast_episode e LEFT JOIN podcast_download d ON d.episode = e.id
        WHERE e.id IN (SELECT value FROM json_each(:wanted) UNION SELECT episode FROM podcast_download WHERE state <> 'done')
          AND (d.state IS NULL OR d.state = 'waiting' OR d.state = 'failed' AND d.retry_at <= :now)
        ORDER BY d.account IS NULL, e.published_at DESC, e.id DESC LIMIT 100
        """

    package func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any PodcastState, PodcastWrite, Outcome>
    ) async throws -> Outcome {
        try await database.edit(.podcasts, PodcastTable.self, decide)
    }
}
