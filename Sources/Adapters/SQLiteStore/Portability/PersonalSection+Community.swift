import Listening

/// The sections of what a user shares with others: the board, and shares by link.
extension PersonalSection {
    static let boardPosts = PersonalSection(
        "board-posts",
        """
        SELECT p.at, p.id, p.at AS postedAt, date(p.day * 86400, 'unixepoch') AS day, p.title, p.artist, p.caption,
          o.song AS outsideId, p.hidden_reason AS hiddenBecause
        FROM board_post p LEFT JOIN board_outside_song o ON o.post = p.id
        WHERE p.account = :user \(after("p.at", "p.id"))
        """)

    static let boardComments = PersonalSection(
        "board-comments",
        """
        SELECT at, id, at AS saidAt, date(day * 86400, 'unixepoch') AS day, post AS postId, text,
          hidden_reason AS hiddenBecause FROM board_comment WHERE account = :user \(after("at", "id"))
        """)

    static let boardReactions = PersonalSection(
        "board-reactions",
        """
        SELECT at, post || reaction, at AS reactedAt, post AS postId, reaction
        FROM board_reaction WHERE account = :user \(after("at", "post || reaction"))
        """)

    /// The moments in tracks of libraries that the user sees.
    static let moments = PersonalSection("moments") { scope in
        """
        SELECT m.created_at, m.id, m.position_ms AS positionMs, m.text, m.created_at AS createdAt,
          m.edited_at AS editedAt, m.hidden_reason AS hiddenBecause, \(track)
        FROM moment m CROSS JOIN track t ON t.id = m.track\(scope.and("t.library"))
        WHERE m.account = :user \(after("m.created_at", "m.id"))
        """
    }

    static let shares = PersonalSection(
        "shares",
        """
        SELECT created_at, id, id AS shareId, description, created_at AS createdAt, expires_at AS expiresAt, visits,
          last_visited_at AS lastVisitedAt FROM share WHERE account = :user \(after("created_at", "id"))
        """)

    static let shareItems = PersonalSection(
        "share-items",
        """
        SELECT i.place, i.share, i.share AS shareId, i.place, i.track AS trackId, i.album AS albumId,
          i.playlist AS playlistId
        FROM share s CROSS JOIN share_item i ON i.share = s.id WHERE s.account = :user \(after("i.place", "i.share"))
        """)

    static let podcasts = PersonalSection(
        "podcasts",
        """
        SELECT s.since, s.podcast, p.title, p.address, s.since AS subscribedAt, s.rule AS downloads, s.latest
        FROM podcast_subscription s CROSS JOIN podcast p ON p.id = s.podcast
        WHERE s.account = :user \(after("s.since", "s.podcast"))
        """)

    static let podcastEpisodes = PersonalSection(
        "podcast-episodes",
        """
        SELECT t.changed_at, t.episode, e.title, p.title AS podcast, p.address AS podcastAddress, e.guid,
          t.position_ms AS positionMs, t.is_played AS isPlayed, t.changed_at AS changedAt
        FROM podcast_episode_state t CROSS JOIN podcast_episode e ON e.id = t.episode
        CROSS JOIN podcast p ON p.id = e.podcast WHERE t.account = :user \(after("t.changed_at", "t.episode"))
        """)

    /// The accounts that plays are handed on to, without their tokens.
    static let scrobbling = PersonalSection(
        "scrobbling",
        """
        SELECT 0, service, service, base AS server, name, connected_at AS connectedAt, pause AS pausedBecause, total AS handedOn,
          last_at AS lastAt
        FROM scrobble_link WHERE account = :user AND (0, service) > (:number, :text) ORDER BY service LIMIT :limit
        """)

    /// The plays that wait to be handed on, and those that were refused.
    static let waitingScrobbles = waiting("waiting-scrobbles", for: .listenbrainz)
    static let waitingLastFM = waiting("waiting-lastfm", for: .lastfm)

    private static func waiting(_ name: String, for kind: ScrobbleKind) -> PersonalSection {
        PersonalSection(
            name,
            """
            SELECT played_at, play, play AS playId, played_at AS playedAt, title, artist, album,
              refusal AS refusedBecause
            FROM scrobble
            WHERE account = :user AND service = '\(kind.rawValue)' \(after("played_at", "play"))
            """)
    }
}
