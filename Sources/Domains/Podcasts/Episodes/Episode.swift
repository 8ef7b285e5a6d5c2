package import Primitives

/// An episode of a podcast.
package struct Episode: Sendable, Equatable {
    package let id: ID<Episode>
    package let podcast: ID<Podcast>
    package var item: FeedItem
    /// The publication as the feed says, or else the time at which the episode was first seen; never in the future.
    package var publishedAt: Timestamp
    /// The episode's own picture once it was fetched.
    package var picture: BlobKey?
    /// Whether the feed lists it at present.
    package var isListed: Bool

    package init(
        id: ID<Episode>, podcast: ID<Podcast>, item: FeedItem, publishedAt: Timestamp, picture: BlobKey? = nil,
        isListed: Bool = true
    ) {
        self.isListed = isListed
        self.id = id
        self.podcast = podcast
        self.item = item
        self.publishedAt = publishedAt
        self.picture = picture
    }
}

/// An episode as a subscriber sees it.
package struct ListedEpisode: Sendable, Equatable {
    package let episode: Episode
    package let podcastTitle: String
    package let podcastPicture: BlobKey?
    /// Published after the subscription, and neither played nor begun.
    package let isNew: Bool
    package let state: EpisodeState?
    package let download: EpisodeDownload?

    package init(
        episode: Episode, podcastTitle: String, podcastPicture: BlobKey?, isNew: Bool, state: EpisodeState?,
        download: EpisodeDownload?
    ) {
        self.episode = episode
        self.podcastTitle = podcastTitle
        self.podcastPicture = podcastPicture
        self.isNew = isNew
        self.state = state
        self.download = download
    }

    package var picture: BlobKey? { episode.picture ?? podcastPicture }
}

/// How far a user is in an episode, on every device.
package struct EpisodeState: Sendable, Equatable {
    /// Longer than any episode.
    package static let longestPosition = Duration.seconds(7 * 86_400)
    /// An episode counts as played where no more than this is left of it.
    static let remainder = Duration.seconds(30)

    /// Where to go on; zero for an episode that was played to its end.
    package let position: Duration
    package let isPlayed: Bool
    package let changedAt: Timestamp

    package init(position: Duration, isPlayed: Bool, changedAt: Timestamp) {
        self.position = position
        self.isPlayed = isPlayed
        self.changedAt = changedAt
    }

    /// The state after a report. Who goes back into a played episode has still played it.
    ///
    /// - Parameters:
    ///   - position: nil leaves it.
    ///   - isPlayed: nil leaves it, unless the position is near the end.
    static func after(
        _ before: EpisodeState?, position: Duration?, isPlayed: Bool?, of length: Duration?, at now: Timestamp
    ) -> EpisodeState {
        let place = position ?? before?.position ?? .zero
        let isAtEnd = position != nil && length.map { place + remainder >= $0 && place > .zero } ?? false
        let played = isPlayed ?? (isAtEnd || before?.isPlayed ?? false)
        let isOver = isAtEnd || (isPlayed == true && position == nil)
        return EpisodeState(position: isOver ? .zero : place, isPlayed: played, changedAt: now)
    }
}

/// An episode's file on the server's disk, or its way there.
package struct EpisodeDownload: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case waiting, done, failed
    }

    package let state: State
    /// The bytes of the complete file.
    package let size: Int64?

    package init(state: State, size: Int64?) {
        self.state = state
        self.size = size
    }
}

/// A part of an episode.
package struct Chapter: Sendable, Equatable {
    package let start: Duration
    package let title: String
}

/// Something that was said.
package struct TranscriptLine: Sendable, Equatable {
    package let start: Duration
    package let text: String
    package let speaker: String?
}
