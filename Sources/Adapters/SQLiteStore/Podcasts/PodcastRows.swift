import GRDB
import Podcasts
import Primitives

/// Podcasts and episodes from their rows.
enum PodcastRows {
    static func podcast(_ row: Row) -> Podcast {
        Podcast(
            id: row["id"], address: row["address"], title: row["title"], author: row["author"], text: row["text"],
            homePage: row["home_page"], pictureAddress: row["picture_address"], picture: row.blobKey("picture"),
            refreshedAt: row["refreshed_at"], problem: row["problem"], endedAt: row["ended_at"],
            isExplicit: row["is_explicit"], createdAt: row["created_at"])
    }

    static func subscription(_ row: Row) -> Subscription {
        let kind = DownloadRule.Kind(rawValue: row["rule"]) ?? .none
        return Subscription(
            podcast: podcast(row), since: row["since"], rule: DownloadRule(kind, count: row["latest"]),
            newCount: row["new_count"], latestAt: row["latest_at"])
    }

    static func visit(_ row: Row) -> FeedVisit {
        FeedVisit(
            podcast: podcast(row),
            schedule: FeedSchedule(
                dueAt: row["due_at"], entityTag: row["entity_tag"], lastModified: row["last_modified"],
                failures: row["failures"]),
            isAbandoned: row["is_abandoned"])
    }

    static func episode(_ row: Row) -> Episode {
        let format = (row["transcript_format"] as String?).flatMap(FeedTranscript.Format.init(rawValue:))
        var item = FeedItem()
        item.guid = row["guid"]
        item.title = row["title"]
        item.text = row["text"]
        item.publishedAt = row["stated_at"]
        item.durationMilliseconds = row["duration_ms"]
        item.audio = row["audio"]
        item.mediaType = row["media_type"]
        item.size = row["size"]
        item.season = row["season"]
        item.number = row["number"]
        item.picture = row["picture_address"]
        item.chapters = row["chapters"]
        item.isExplicit = row["is_explicit"]
        item.transcript = format.map { FeedTranscript(address: row["transcript"], format: $0) }
        return Episode(
            id: row["id"], podcast: row["podcast"], item: item, publishedAt: row["published_at"],
            picture: row.blobKey("picture"), isListed: row["is_listed"])
    }

    static func listed(_ row: Row) -> ListedEpisode {
        let episode = episode(row)
        let state = state(row, changedAt: "state_at")
        let download = (row["download_state"] as String?).flatMap(EpisodeDownload.State.init(rawValue:)).map {
            EpisodeDownload(state: $0, size: row["download_size"])
        }
        let isNew = episode.publishedAt.milliseconds > row["since"] && state == nil && episode.isListed
        return ListedEpisode(
            episode: episode, podcastTitle: row["podcast_title"], podcastPicture: row.blobKey("podcast_picture"),
            isNew: isNew, state: state, download: download)
    }

    /// Nil where the row has none.
    static func state(_ row: Row, changedAt: String) -> EpisodeState? {
        (row[changedAt] as Timestamp?).map { at in
            EpisodeState(
                position: .milliseconds(row["position_ms"] as Int64), isPlayed: row["is_played"], changedAt: at)
        }
    }
}
