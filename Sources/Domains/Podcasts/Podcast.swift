package import Primitives

/// A podcast that somebody subscribes to. It is fetched once for all subscribers.
package struct Podcast: Sendable, Equatable {
    package let id: ID<Podcast>
    /// The address of its feed.
    package var address: String
    package var title: String
    package var author: String?
    package var text: String
    package var homePage: String?
    /// The address of its picture, and the picture once it was fetched.
    package var pictureAddress: String?
    package var picture: BlobKey?
    /// The last time at which the feed was read, or found unchanged.
    package var refreshedAt: Timestamp?
    /// Why the last refresh failed; nil where it did not.
    package var problem: String?
    /// The time since which the feed is gone for good.
    package var endedAt: Timestamp?
    /// Whether its feed says that it is explicit. It is hidden from users who hear nothing explicit.
    package var isExplicit: Bool
    package let createdAt: Timestamp

    package init(
        id: ID<Podcast>, address: String, title: String, author: String? = nil, text: String = "",
        homePage: String? = nil, pictureAddress: String? = nil, picture: BlobKey? = nil,
        refreshedAt: Timestamp? = nil, problem: String? = nil, endedAt: Timestamp? = nil, isExplicit: Bool = false,
        createdAt: Timestamp
    ) {
        self.id = id
        self.address = address
        self.title = title
        self.author = author
        self.text = text
        self.homePage = homePage
        self.pictureAddress = pictureAddress
        self.picture = picture
        self.refreshedAt = refreshedAt
        self.problem = problem
        self.endedAt = endedAt
        self.isExplicit = isExplicit
        self.createdAt = createdAt
    }

    /// The same podcast with what a feed says. A picture at another address is fetched anew.
    func described(by feed: Feed) -> Podcast {
        var podcast = self
        podcast.title = feed.title
        podcast.author = feed.author
        podcast.text = feed.text
        podcast.homePage = feed.homePage
        podcast.isExplicit = feed.isExplicit
        if feed.picture != pictureAddress {
            podcast.pictureAddress = feed.picture
            podcast.picture = nil
        }
        return podcast
    }
}

/// A user's subscription to a podcast.
package struct Subscription: Sendable, Equatable {
    /// A user's limit.
    package static let mostPerUser = 500

    package let podcast: Podcast
    package let since: Timestamp
    package let rule: DownloadRule
    /// The number of new episodes (`ListedEpisode.isNew`).
    package let newCount: Int
    /// The publication of the newest episode.
    package let latestAt: Timestamp?

    package init(podcast: Podcast, since: Timestamp, rule: DownloadRule, newCount: Int, latestAt: Timestamp?) {
        self.podcast = podcast
        self.since = since
        self.rule = rule
        self.newCount = newCount
        self.latestAt = latestAt
    }
}

/// Which episodes of a podcast the server downloads for a subscriber, of those that the subscriber has not played.
package enum DownloadRule: Sendable, Equatable {
    package static let counts: ClosedRange<Int64> = 1...20
    /// The most episodes of one podcast by the rule `unplayed`.
    package static let mostUnplayed = 50

    case none
    /// Those among the newest `count`.
    case latest(Int)
    /// All that were published since the subscription.
    case unplayed

    package enum Kind: String, Sendable, CaseIterable {
        case none, latest, unplayed
    }

    package var kind: Kind {
        switch self {
        case .none: .none
        case .latest: .latest
        case .unplayed: .unplayed
        }
    }

    /// How far from the newest episode the rule reaches.
    package var count: Int {
        switch self {
        case .none: 0
        case .latest(let count): count
        case .unplayed: Self.mostUnplayed
        }
    }

    /// - Parameter count: of `latest`.
    package init(_ kind: Kind, count: Int) {
        switch kind {
        case .none: self = .none
        case .latest: self = .latest(count)
        case .unplayed: self = .unplayed
        }
    }
}

/// The rules of podcasts that admins have set.
package struct PodcastRules: Sendable, Equatable {
    /// The time between two requests for one feed.
    package let interval: Duration
    /// The bytes of all downloaded episodes.
    package let quota: Int64

    package init(interval: Duration, quota: Int64) {
        self.interval = interval
        self.quota = quota
    }

    /// The rules of the moment; nil while podcasts are switched off.
    package typealias Source = @Sendable () async throws -> PodcastRules?

    package static let off = DomainError(
        .conflict, "Podcasts are switched off on this server. Ask an admin", reason: "podcasts_off")
}
