package import Journal
package import Primitives

/// The storage of podcasts, their episodes, and what users do with them. Every method is one transaction.
///
/// A user who hears nothing explicit sees no explicit podcasts and episodes. An episode that its feed lists no more is
/// seen only by those who have begun or played it, or have asked for its download.
package protocol PodcastStore: ChangeStore where State == any PodcastState, Write == PodcastWrite {
    /// By title.
    func subscriptions(of user: ID<Person>) async throws -> [Subscription]
    func subscription(of user: ID<Person>, to podcast: ID<Podcast>) async throws -> Subscription?

    /// The newest first.
    ///
    /// - Parameter podcast: nil for all that the user subscribes to.
    func episodes(
        of podcast: ID<Podcast>?, for user: ID<Person>, _ page: PageRequest
    ) async throws -> Page<ListedEpisode>

    /// Those of `ids` that belong to podcasts that the user subscribes to.
    func episodes(_ ids: [ID<Episode>], for user: ID<Person>) async throws -> [ListedEpisode]

    /// The episodes that the user has begun, the last heard first.
    func begun(by user: ID<Person>, limit: Int) async throws -> [ListedEpisode]

    /// The feeds that are due, the one that is due longest first.
    func due(at now: Timestamp, limit: Int) async throws -> [FeedVisit]
    /// The time at which the next feed is due; nil where none ever is.
    func nextDue() async throws -> Timestamp?

    /// The podcast's episodes by the feed's identifiers. Only the refresh changes what they say.
    func storedEpisodes(of podcast: ID<Podcast>) async throws -> [String: Episode]

    /// Those of `addresses` at which there is a podcast.
    func known(_ addresses: [String]) async throws -> Set<String>

    /// Whether there are podcasts for `PodcastWrite.removeAbandoned`.
    func hasAbandoned(at now: Timestamp) async throws -> Bool

    /// Pictures that were never asked for, of podcasts and of their newest episodes.
    func missingPictures(limit: Int) async throws -> [MissingPicture]

    /// The next episode to download, and all that are wanted, whether on the disk or not (`DownloadRule`).
    func downloadPlan(at now: Timestamp) async throws -> DownloadPlan
}

/// Podcasts as they are within a transaction, for decisions that must hold when they are written.
package protocol PodcastState {
    func podcast(_ id: ID<Podcast>) throws -> Podcast?
    func podcast(at address: String) throws -> ID<Podcast>?
    func isSubscribed(_ user: ID<Person>, to podcast: ID<Podcast>) throws -> Bool
    /// The number of the user's subscriptions.
    func subscriptions(of user: ID<Person>) throws -> Int
    /// The state of an episode for the user, with its length; nil where there is no such episode in a subscription.
    func state(of episode: ID<Episode>, for user: ID<Person>) throws -> (EpisodeState?, length: Duration?)?
    /// The download of an episode; nil where there is none.
    func download(of episode: ID<Episode>) throws -> EpisodeDownload?
}

/// A write to the stored podcasts.
package enum PodcastWrite: Sendable {
    case add(Podcast, due: Timestamp)
    case update(Podcast)
    /// Subscribes with the rule `none`.
    case subscribe(ID<Person>, ID<Podcast>, since: Timestamp)
    case setRule(DownloadRule, ID<Person>, ID<Podcast>)
    case unsubscribe(ID<Person>, ID<Podcast>)
    /// Removes podcasts that nobody subscribes to, with their episodes. One whose feed has failed stays until it is due
    /// again, so that a new subscription does not ask for it any sooner.
    case removeAbandoned(at: Timestamp)
    /// Adds the episode, or updates it.
    case put(Episode)
    /// Episodes that the feed lists no more: they stay where somebody has begun or played them, or where they are
    /// downloaded, and are removed otherwise.
    case drop([ID<Episode>])
    case setState(EpisodeState, ID<Episode>, ID<Person>)
    case schedule(ID<Podcast>, FeedSchedule)
    case setPicture(BlobKey?, MissingPicture)
    /// - Parameter user: who asked for it; nil for a rule.
    case download(ID<Episode>, EpisodeDownload, by: ID<Person>?, at: Timestamp)
    case downloadFailed(ID<Episode>, retryAt: Timestamp)
    case removeDownload(ID<Episode>)
    /// A complete download is fetched once more: its file is missing, or of another address. The user who asked for it stays noted.
    case downloadAgain(ID<Episode>, at: Timestamp)
    /// Makes feeds due.
    case makeDue([ID<Podcast>], at: Timestamp)
}

/// When a feed is asked next, and with which conditions.
package struct FeedSchedule: Sendable, Equatable {
    package var dueAt: Timestamp
    package var entityTag: String?
    package var lastModified: String?
    package var failures: Int

    package init(dueAt: Timestamp, entityTag: String? = nil, lastModified: String? = nil, failures: Int = 0) {
        self.dueAt = dueAt
        self.entityTag = entityTag
        self.lastModified = lastModified
        self.failures = failures
    }
}

/// A feed that is to be asked.
package struct FeedVisit: Sendable, Equatable {
    package let podcast: Podcast
    package let schedule: FeedSchedule
    /// Nobody subscribes to it any more.
    package let isAbandoned: Bool

    package init(podcast: Podcast, schedule: FeedSchedule, isAbandoned: Bool = false) {
        self.podcast = podcast
        self.schedule = schedule
        self.isAbandoned = isAbandoned
    }
}

/// A picture of a podcast or of an episode that was never asked for.
package struct MissingPicture: Sendable, Equatable {
    package enum Subject: Sendable, Equatable {
        case podcast(ID<Podcast>)
        case episode(ID<Episode>)
    }

    package let subject: Subject
    package let address: String

    package init(subject: Subject, address: String) {
        self.subject = subject
        self.address = address
    }
}

/// The downloads that there are, and those that users want.
package struct DownloadPlan: Sendable, Equatable {
    /// A complete download.
    package struct Stored: Sendable, Equatable {
        package let episode: ID<Episode>
        package let size: Int64
        /// Somebody has asked for it, or a rule still wants it.
        package let isWanted: Bool
        /// Everybody who subscribes to its podcast has played it.
        package let isPlayed: Bool
        /// A user has asked for it, and not only a rule.
        package let isAsked: Bool

        package init(episode: ID<Episode>, size: Int64, isWanted: Bool, isPlayed: Bool, isAsked: Bool) {
            self.episode = episode
            self.size = size
            self.isWanted = isWanted
            self.isAsked = isAsked
            self.isPlayed = isPlayed
        }
    }

    /// The episodes that wait, those that users asked for first, then the newest.
    package let waiting: [Episode]
    /// The oldest first.
    package let stored: [Stored]

    package init(waiting: [Episode], stored: [Stored]) {
        self.waiting = waiting
        self.stored = stored
    }
}
