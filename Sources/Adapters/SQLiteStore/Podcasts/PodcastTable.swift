import GRDB
import Podcasts
import Primitives

/// The stored podcasts within one transaction.
struct PodcastTable: PodcastState, EditedTable {
    let db: Database

    func podcast(_ id: ID<Podcast>) throws -> Podcast? {
        try db.row("SELECT * FROM podcast WHERE id = ?", [id]).map(PodcastRows.podcast)
    }

    func podcast(at address: String) throws -> ID<Podcast>? {
        try db.value("SELECT id FROM podcast WHERE address = ?", [address])
    }

    func isSubscribed(_ user: ID<Person>, to podcast: ID<Podcast>) throws -> Bool {
        try db.exists("SELECT 1 FROM podcast_subscription WHERE account = ? AND podcast = ?", [user, podcast])
    }

    func subscriptions(of user: ID<Person>) throws -> Int {
        try db.value("SELECT count(*) FROM podcast_subscription WHERE account = ?", [user]) ?? 0
    }

    func state(of episode: ID<Episode>, for user: ID<Person>) throws -> (EpisodeState?, length: Duration?)? {
        try db.row(Self.state, ["account": user, "episode": episode]).map { row in
            (PodcastRows.state(row, changedAt: "changed_at"), (row["duration_ms"] as Int64?).map { .milliseconds($0) })
        }
    }

    private static let state = """
        SELECT e.duration_ms, t.position_ms, t.is_played, t.changed_at
        FROM podcast_episode e JOIN podcast_subscription s ON s.account = :account AND s.podcast = e.podcast
        JOIN podcast p ON p.id = e.podcast JOIN account a ON a.id = s.account
        LEFT JOIN podcast_episode_state t ON t.account = :account AND t.episode = e.id
        LEFT JOIN podcast_download d ON d.episode = e.id
        WHERE e.id = :episode AND \(SQLitePodcastStore.isVisible)
        """

    func download(of episode: ID<Episode>) throws -> EpisodeDownload? {
        try db.row("SELECT state, size FROM podcast_download WHERE episode = ?", [episode]).flatMap { row in
            EpisodeDownload.State(rawValue: row["state"]).map { EpisodeDownload(state: $0, size: row["size"]) }
        }
    }

    func execute(_ write: PodcastWrite) throws {
        switch write {
        case .add(let podcast, let due): try add(podcast, due: due)
        case .update(let podcast): try update(podcast)
        case .schedule(let id, let schedule): try self.schedule(id, schedule)
        case .makeDue(let ids, let at):
            try db.run(
                "UPDATE podcast SET due_at = :at WHERE id IN (SELECT value FROM json_each(:ids)) AND ended_at IS NULL",
                ["at": at, "ids": JSONList(ids)])
        case .removeAbandoned(let now):
            try db.run("DELETE FROM podcast WHERE \(SQLitePodcastStore.isAbandoned)", ["now": now])
        case .subscribe(let user, let podcast, let since):
            try db.run(
                "INSERT INTO podcast_subscription (account, podcast, since) VALUES (:account, :podcast, :since)",
                ["account": user, "podcast": podcast, "since": since])
        case .setRule(let rule, let user, let podcast):
            try db.run(
                """
                UPDATE podcast_subscription SET rule = :rule, latest = :latest
                WHERE account = :account AND podcast = :podcast
                """, ["rule": rule.kind.rawValue, "latest": rule.count, "account": user, "podcast": podcast])
        case .unsubscribe(let user, let podcast): try unsubscribe(user, podcast)
        case .put(let episode): try put(episode)
        case .drop(let episodes): try drop(JSONList(episodes))
        case .setState(let state, let episode, let user): try set(state, episode, user)
        case .setPicture(let key, let picture): try set(key, picture)
        case .download(let episode, let download, let user, let at): try set(download, episode, user, at)
        case .downloadFailed(let episode, let retryAt):
            try db.run(
                """
                INSERT INTO podcast_download (episode, state, changed_at, retry_at)
                SELECT :episode, 'failed', :at, :at WHERE EXISTS (SELECT 1 FROM podcast_episode WHERE id = :episode)
                ON CONFLICT (episode) DO UPDATE SET state = 'failed', size = NULL, retry_at = excluded.retry_at
                """, ["episode": episode, "at": retryAt])
        case .removeDownload(let episode):
            try db.run("DELETE FROM podcast_download WHERE episode = :episode", ["episode": episode])
        case .downloadAgain(let episode, let at):
            try db.run(
                """
                UPDATE podcast_download SET state = 'waiting', size = NULL, changed_at = :at
                WHERE episode = :episode AND state = 'done'
                """, ["episode": episode, "at": at])
        }
    }

    private func add(_ podcast: Podcast, due: Timestamp) throws {
        try db.run(
            """
            INSERT INTO podcast (id, address, title, title_key, text, created_at, due_at)
            VALUES (:id, :address, :title, :key, '', :created, :due)
            """,
            [
                "id": podcast.id, "address": podcast.address, "title": podcast.title,
                "key": FoldedText.fold(podcast.title), "created": podcast.createdAt, "due": due,
            ])
        try update(podcast)
    }

    private func update(_ podcast: Podcast) throws {
        try db.run(
            """
            UPDATE podcast SET address = :address, title = :title, title_key = :key, author = :author, text = :text,
              home_page = :home, picture_address = :picture_address, picture = :picture, refreshed_at = :refreshed,
              problem = :problem, ended_at = :ended, is_explicit = :explicit
            WHERE id = :id
            """,
            [
                "id": podcast.id, "address": podcast.address, "title": podcast.title,
                "key": FoldedText.fold(podcast.title), "author": podcast.author, "text": podcast.text,
                "home": podcast.homePage, "picture_address": podcast.pictureAddress, "picture": podcast.picture?.hex,
                "refreshed": podcast.refreshedAt, "problem": podcast.problem, "ended": podcast.endedAt,
                "explicit": podcast.isExplicit,
            ])
    }

    private func schedule(_ id: ID<Podcast>, _ schedule: FeedSchedule) throws {
        try db.run(
            """
            UPDATE podcast SET due_at = :due, entity_tag = :tag, last_modified = :modified, failures = :failures
            WHERE id = :id
            """,
            [
                "id": id, "due": schedule.dueAt, "tag": schedule.entityTag, "modified": schedule.lastModified,
                "failures": schedule.failures,
            ])
    }

    private func unsubscribe(_ user: ID<Person>, _ podcast: ID<Podcast>) throws {
        let arguments: StatementArguments = ["account": user, "podcast": podcast]
        try db.run(
            """
            DELETE FROM podcast_episode_state WHERE account = :account
              AND episode IN (SELECT id FROM podcast_episode WHERE podcast = :podcast)
            """, arguments)
        try db.run("DELETE FROM podcast_subscription WHERE account = :account AND podcast = :podcast", arguments)
    }
}
