package import Accounts
package import Journal
package import Primitives

/// Reads the feeds again, a few at once, each as often as the admins have set. An unchanged feed costs its server a
/// line (RFC 9110 §13). A failing one is left alone for longer each time, and one that is gone for good is not asked
/// any more.
package struct PodcastRefresher: Sendable {
    /// Between two requests for one feed, whoever asks for them.
    package static let shortestPause = Duration.seconds(300)
    /// The servers that are asked at the same time, so that a slow one does not hold up the others.
    private static let atOnce = 4
    /// The feeds after which the switch and the order are looked at again.
    private static let batch = 100
    /// After each feed.
    private static let gap = Duration.milliseconds(250)
    private static let longestBackOff = Duration.seconds(2 * 86_400)
    /// The longest time without a look at the feeds, and at whether podcasts are switched on.
    private static let longestRest = Duration.seconds(300)
    private static let largestPicture = 5 << 20
    private static let pictureTime = Duration.seconds(10)
    /// The pictures that are fetched before feeds are looked at again.
    private static let pictureBatch = 12

    private let store: any PodcastStore
    private let source: any PodcastSource
    private let pictures: PictureUploads
    private let rules: PodcastRules.Source
    private let clock: any WallClock

    package init(
        store: any PodcastStore, source: any PodcastSource, pictures: PictureUploads,
        rules: @escaping PodcastRules.Source, clock: any WallClock
    ) {
        self.store = store
        self.source = source
        self.pictures = pictures
        self.rules = rules
        self.clock = clock
    }

    /// Reads the feeds that are due, then fetches some pictures, then removes what nobody subscribes to. While podcasts
    /// are switched off, no server is asked.
    ///
    /// - Returns: the time until it should be called again.
    package func work() async throws -> Duration {
        while try await readDue() {}
        let hasMorePictures = try await fetchPictures()
        try await removeAbandoned()
        guard try await rules() != nil else { return Self.longestRest }
        if hasMorePictures { return .seconds(1) }
        guard let next = try await store.nextDue() else { return Self.longestRest }
        return min(max(next.since(clock.now()), .seconds(1)), Self.longestRest)
    }

    /// Reads a batch of the feeds that are due. Returns false where none is.
    private func readDue() async throws -> Bool {
        guard try await rules() != nil else { return false }
        let visits = try await store.due(at: clock.now(), limit: Self.batch)
        try await forEach(visits) { visit in
            guard let rules = try await rules() else { return }
            try await self.visit(visit, by: rules)
            try await Task.sleep(for: Self.gap)
        }
        return !visits.isEmpty
    }

    /// Works on a few of the elements at once.
    private func forEach<Element: Sendable>(
        _ elements: [Element], _ work: @escaping @Sendable (Element) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, element) in elements.enumerated() {
                if place >= Self.atOnce { try await group.next() }
                group.addTask { try await work(element) }
            }
            try await group.waitForAll()
        }
    }

    /// The last subscriber may have been deleted, and a feed that is gone for good is never due. Nothing is written
    /// without need, as every write ends the rest of this job.
    private func removeAbandoned() async throws {
        let now = clock.now()
        guard try await store.hasAbandoned(at: now) else { return }
        try await store.edit { _ in Changes(at: now, .removeAbandoned(at: now)) }
    }

    /// Reads one feed and stores what has changed.
    private func visit(_ visit: FeedVisit, by rules: PodcastRules) async throws {
        if visit.isAbandoned { return try await removeAbandoned() }
        let (address, schedule) = (visit.podcast.address, visit.schedule)
        var outcome = try await ask(address, schedule.entityTag, schedule.lastModified)
        if let next = try await moved(outcome) { outcome = next }
        try await store(outcome, for: visit, by: rules)
    }

    private func ask(_ address: String, _ entityTag: String?, _ lastModified: String?) async throws -> FeedOutcome {
        do {
            let answer = try await source.feed(
                at: LinkAddress(stated: address), entityTag: entityTag, lastModified: lastModified)
            return await FeedOutcome(answer, of: address)
        } catch let failure as LinkFailure {
            return .failed(failure.detail, wait: nil)
        }
    }

    /// The feed at the address to which another says that it has moved; nil where it stays. What is stored under an
    /// address is always read there, as anybody can claim to have moved to a podcast of others.
    private func moved(_ outcome: FeedOutcome) async throws -> FeedOutcome? {
        guard case .read(let feed, let address, _) = outcome,
            let stated = feed.movedTo.flatMap({ try? LinkAddress($0).text }), stated != address,
            try await store.known([stated]).isEmpty
        else { return nil }
        let next = try await ask(stated, nil, nil)
        guard case .read = next else { return nil }
        return next
    }

    private func store(_ outcome: FeedOutcome, for visit: FeedVisit, by rules: PodcastRules) async throws {
        let now = clock.now()
        let id = visit.podcast.id
        var episodes: [PodcastWrite] = []
        if case .read(let feed, _, _) = outcome {
            episodes = FeedUpdate(feed, of: id, known: try await store.storedEpisodes(of: id), at: now).writes
        }
        try await store.edit { [episodes] state in
            guard var podcast = try state.podcast(id) else { return nil }
            var schedule = visit.schedule
            schedule.failures = 0
            schedule.dueAt = now.advanced(by: max(rules.interval, Self.shortestPause))
            switch outcome {
            case .unchanged, .read:
                (podcast.refreshedAt, podcast.problem) = (now, nil)
            case .failed(let problem, let wait):
                podcast.problem = problem
                schedule.failures = visit.schedule.failures + 1
                schedule.dueAt = now.advanced(by: Self.pause(after: schedule.failures, wait, by: rules))
            case .ended:
                podcast.endedAt = now
                podcast.problem = nil
            }
            if case .read(let feed, let address, let answer) = outcome {
                podcast = podcast.described(by: feed)
                (schedule.entityTag, schedule.lastModified) = (answer.entityTag, answer.lastModified)
                // An address that another podcast has stays as it is: both are read on.
                if address != podcast.address, try state.podcast(at: address) == nil {
                    podcast.address = address
                    (schedule.entityTag, schedule.lastModified) = (nil, nil)
                }
            }
            return Changes(at: now, episodes + [.update(podcast), .schedule(id, schedule)])
        }
    }

    /// Twice as long after each failure, and as long as the server asks.
    private static func pause(after failures: Int, _ wait: Duration?, by rules: PodcastRules) -> Duration {
        let backOff = max(rules.interval, shortestPause) * (1 << min(failures - 1, 10))
        return max(min(backOff, longestBackOff), wait ?? .zero)
    }

    // MARK: Pictures

    /// Fetches pictures that were never asked for. One that cannot be had is not asked for again. Returns whether there
    /// may be more.
    private func fetchPictures() async throws -> Bool {
        guard try await rules() != nil else { return false }
        let missing = try await store.missingPictures(limit: Self.pictureBatch)
        try await forEach(missing) { picture in
            guard try await rules() != nil else { return }
            let key = try await fetch(picture.address)
            let now = clock.now()
            try await store.edit { _ in Changes(at: now, .setPicture(key, picture)) }
        }
        return missing.count == Self.pictureBatch
    }

    /// Nil for a picture that cannot be had.
    private func fetch(_ address: String) async throws -> BlobKey? {
        do {
            let bytes = try await source.document(
                at: LinkAddress(stated: address), upTo: Self.largestPicture, within: Self.pictureTime)
            return try await pictures.store(fetched: bytes)
        } catch is LinkFailure {
            return nil
        } catch let error as DomainError where error.code != .storageFull {
            return nil
        }
    }
}

/// The outcome of a visit of a feed.
private enum FeedOutcome: Sendable {
    case unchanged
    /// With the address under which the feed is to be asked from now on.
    case read(Feed, address: String, FeedAnswer)
    case ended
    case failed(String, wait: Duration?)

    init(_ answer: FeedAnswer, of address: String) async {
        switch answer.content {
        case .notModified: self = .unchanged
        case .gone: self = .ended
        case .wait(let wait): self = .failed("The podcast's server is busy.", wait: wait)
        case .refused(let status): self = .failed("The podcast's server answers \(status).", wait: nil)
        case .feed(let bytes):
            do {
                let feed = try await FeedReader.readDetached(bytes)
                self = .read(feed, address: answer.movedTo ?? address, answer)
            } catch {
                self = .failed("The feed cannot be read: \(error.reason).", wait: nil)
            }
        }
    }
}
