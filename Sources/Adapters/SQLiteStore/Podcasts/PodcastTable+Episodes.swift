import GRDB
import Podcasts
import Primitives

/// The writes to episodes.
extension PodcastTable {
    func put(_ episode: Episode) throws {
        let item = episode.item
        try db.run(
            Self.upsert,
            [
                "id": episode.id, "podcast": episode.podcast, "guid": item.guid, "title": item.title, "text": item.text,
                "published": episode.publishedAt, "stated": item.publishedAt, "duration": item.durationMilliseconds,
                "audio": item.audio, "type": item.mediaType, "size": item.size, "season": item.season,
                "number": item.number, "picture_address": item.picture, "picture": episode.picture?.hex,
                "chapters": item.chapters, "transcript": item.transcript?.address,
                "format": item.transcript?.format.rawValue, "listed": episode.isListed, "explicit": item.isExplicit,
            ])
    }

    private static let columns = """
        title, text, published_at, stated_at, duration_ms, audio, media_type, size, season, number, picture_address,
          picture, chapters, transcript, transcript_format, is_listed, is_explicit
        """
    private static let upsert = """
        INSERT INTO podcast_episode (id, podcast, guid, \(columns))
        VALUES (:id, :podcast, :guid, :title, :text, :published, :stated, :duration, :audio, :type, :size, :season,
          :number, :picture_address, :picture, :chapters, :transcript, :format, :listed, :explicit)
        ON CONFLICT (id) DO UPDATE SET \(Database.excluded(columns))
        """

    func drop(_ episodes: JSONList) throws {
        try db.run(
            """
            DELETE FROM podcast_episode WHERE id IN (SELECT value FROM json_each(:ids))
              AND NOT EXISTS (SELECT 1 FROM podcast_episode_state t WHERE t.episode = podcast_episode.id)
              AND NOT EXISTS (SELECT 1 FROM podcast_download d WHERE d.episode = podcast_episode.id)
            """, ["ids": episodes])
        try db.run(
            "UPDATE podcast_episode SET is_listed = 0 WHERE id IN (SELECT value FROM json_each(:ids))",
            ["ids": episodes])
    }

    func set(_ state: EpisodeState, _ episode: ID<Episode>, _ user: ID<Person>) throws {
        try db.run(
            """
            INSERT INTO podcast_episode_state (account, episode, position_ms, is_played, changed_at)
            VALUES (:account, :episode, :position, :played, :at)
            ON CONFLICT (account, episode) DO UPDATE SET position_ms = excluded.position_ms,
              is_played = excluded.is_played, changed_at = excluded.changed_at
            """,
            [
                "account": user, "episode": episode, "position": state.position.wholeMilliseconds,
                "played": state.isPlayed, "at": state.changedAt,
            ])
    }

    func set(_ key: BlobKey?, _ picture: MissingPicture) throws {
        let (table, id) =
            switch picture.subject {
            case .podcast(let id): ("podcast", id.rawValue)
            case .episode(let id): ("podcast_episode", id.rawValue)
            }
        try db.run(
            """
            UPDATE \(table) SET picture = :key, picture_tried = :address WHERE id = :id AND picture_address = :address
            """, ["key": key?.hex, "address": picture.address, "id": id])
    }

    /// A rule's download of an episode that a user has asked for stays the user's.
    func set(_ download: EpisodeDownload, _ episode: ID<Episode>, _ user: ID<Person>?, _ at: Timestamp) throws {
        try db.run(
            """
            INSERT INTO podcast_download (episode, state, size, account, changed_at)
            SELECT :episode, :state, :size, :account, :at
            WHERE EXISTS (SELECT 1 FROM podcast_episode WHERE id = :episode)
            ON CONFLICT (episode) DO UPDATE SET state = excluded.state, size = excluded.size,
              account = ifnull(excluded.account, podcast_download.account), changed_at = excluded.changed_at,
              retry_at = NULL
            """,
            ["episode": episode, "state": download.state.rawValue, "size": download.size, "account": user, "at": at])
    }
}
