import Primitives

/// Shelves, wishes, submissions and notifications.
extension PersonalSection {
    static let playlistEditors = PersonalSection(
        "playlist-editors",
        """
        SELECT p.created_at, p.id || a.id, p.id AS playlistId, a.username
        FROM playlist p CROSS JOIN playlist_editor e ON e.playlist = p.id CROSS JOIN account a ON a.id = e.account
        WHERE p.owner = :user \(after("p.created_at", "p.id || a.id"))
        """)

    static let playlistFolders = PersonalSection(
        "playlist-folders",
        """
        SELECT created_at, id, id, name, parent AS parentId, created_at AS createdAt, changed_at AS changedAt
        FROM playlist_folder WHERE account = :user \(after("created_at", "id"))
        """)

    /// With the names of the playlists, because those of others are in no other section. A playlist that the user may
    /// not read any more is left out.
    static let foldedPlaylists = PersonalSection(
        "playlists-in-folders",
        """
        SELECT 0, i.playlist, i.folder AS folderId, i.playlist AS playlistId, p.name,
          p.owner = :user AS isOwn
        FROM playlist_in_folder i CROSS JOIN playlist p ON p.id = i.playlist
        WHERE i.account = :user AND \(PlaylistReader.isReadable(by: ":user"))
          AND (0, i.playlist) > (:number, :text) ORDER BY i.playlist LIMIT :limit
        """)

    static let shelfFolders = PersonalSection(
        "shelf-folders",
        """
        SELECT created_at, id, id, name, icon, created_at AS createdAt, changed_at AS changedAt,
          \(picture("image")) FROM shelf_folder WHERE account = :user \(after("created_at", "id"))
        """)

    static let shelfItems = PersonalSection("shelf-items") { scope in
        """
        SELECT i.added_at, i.id, i.id,
          CASE WHEN i.track IS NOT NULL THEN 'track' WHEN i.album IS NOT NULL THEN 'album' ELSE 'entry' END AS kind,
          i.folder AS folderId, f.name AS folder, i.title,
          coalesce((SELECT group_concat(name, '; ') FROM (SELECT l.name FROM track_artist l
            WHERE l.track = i.track AND l.role = 'performer' ORDER BY l.position)),
            (SELECT group_concat(name, '; ') FROM (SELECT r.name FROM album_artist l JOIN artist r ON r.id = l.artist
            WHERE l.album = i.album ORDER BY l.position)), i.artist) AS artist,
          t.album_name AS album, i.genre, coalesce(i.duration_ms, t.duration_ms) AS durationMs,
          iif(i.rating > 0, i.rating / 2.0, NULL) AS rating, i.comment, t.recording AS recordingId, t.isrc,
          i.track AS trackId, i.album AS albumId, i.outside AS outsideId, i.added_at AS addedAt, \(picture("i.cover"))
        FROM shelf_item i LEFT JOIN shelf_folder f ON f.id = i.folder LEFT JOIN track t ON t.id = i.track
        WHERE i.account = :user AND (i.library IS NULL OR (1\(scope.and("i.library")))) \(after("i.added_at", "i.id"))
        """
    }

    static let wishes = PersonalSection(
        "wishes",
        """
        SELECT created_at, id, title, artist, note, genre, duration_ms AS durationMs, outside AS outsideId, backers,
          created_at AS createdAt, \(picture("cover")) FROM wish WHERE account = :user \(after("created_at", "id"))
        """)

    /// The songs of playlists that were brought from other services or found in the outside catalog, as those described
    /// them. A song that was found there has no source.
    static let importedSongs = PersonalSection(
        "imported-songs",
        """
        SELECT s.place, s.id, s.id, s.playlist AS playlistId, i.source, i.name AS playlist, s.title, s.artist, s.album,
          s.duration_ms AS durationMs, s.isrc, s.recording AS recordingId, s.state, s.entry AS entryId, s.outside AS outsideId
        FROM playlist o CROSS JOIN imported_song s ON s.playlist = o.id
        LEFT JOIN imported_playlist i ON i.playlist = o.id WHERE o.owner = :user \(after("s.place", "s.id"))
        """)

    static let backedWishes = PersonalSection(
        "backed-wishes",
        """
        SELECT b.backed_at, b.wish, w.title, w.artist, b.backed_at AS backedAt
        FROM wish_backer b CROSS JOIN wish w ON w.id = b.wish WHERE b.account = :user \(after("b.backed_at", "b.wish"))
        """)

    static let submissions = PersonalSection(
        "submissions",
        """
        SELECT created_at, id, id, state, file_name AS fileName, size, media_type AS mediaType,
          duration_ms AS durationMs, form, note, reason, created_at AS createdAt, submitted_at AS submittedAt,
          decided_at AS decidedAt FROM submission WHERE account = :user \(after("created_at", "id"))
        """)

    static let linkImports = PersonalSection(
        "link-imports",
        """
        SELECT created_at, id, address, state, name, received, created_at AS createdAt
        FROM link_import WHERE account = :user \(after("created_at", "id"))
        """)

    static let featureRequests = PersonalSection(
        "feature-requests",
        """
        SELECT at, id, text, at AS sentAt, state, answer, answered_at AS answeredAt
        FROM feature_request WHERE account = :user \(after("at", "id"))
        """)

    /// Songs that the user submitted and a moderator withdrew. The titles are those at that time, because the songs are
    /// hidden.
    static let withdrawnMusic = PersonalSection(
        "withdrawn-music",
        """
        SELECT at, id, title, artist, album, reason, at AS withdrawnAt, state
        FROM withdrawal WHERE giver = :user \(after("at", "id"))
        """)

    static let reports = PersonalSection(
        "reports",
        """
        SELECT at, id, kind, title, text, at AS reportedAt, state, answer, closed_at AS closedAt
        FROM report WHERE reporter = :user \(after("at", "id"))
        """)

    /// The lyrics that the user wrote or proposed, as they are stored.
    static let writtenLyrics = PersonalSection("written-lyrics") { scope in
        """
        SELECT v.at, v.id, v.at AS writtenAt, v.state, v.note, v.reason, v.content, \(track)
        FROM lyrics_version v CROSS JOIN track t ON t.id = v.track\(scope.and("t.library"))
        WHERE v.author = :user \(after("v.at", "v.id"))
        """
    }

    static let notifications = PersonalSection("notifications") { scope in
        """
        SELECT n.at, n.id, n.kind, n.at AS notifiedAt, n.read_at AS readAt, n.title, n.text
        FROM notification n WHERE n.account = :user AND (n.library IS NULL OR (1\(scope.and("n.library"))))
          \(after("n.at", "n.id"))
        """
    }

    static let mutedNotifications = PersonalSection(
        "muted-notifications",
        """
        SELECT 0, kind, kind FROM notification_muting
        WHERE account = :user AND (0, kind) > (:number, :text) ORDER BY kind LIMIT :limit
        """)

    static let transfer = PersonalSection(
        "transfer",
        """
        SELECT month, '', month, bytes FROM transfer
        WHERE account = :user AND (month, '') > (:number, :text) ORDER BY month LIMIT :limit
        """)
}
