package import Journal
package import Primitives

/// The users' subscriptions to podcasts.
package struct PodcastService: Sendable {
    /// A user may subscribe to so many feeds at once that the server does not know yet, and to one more after each
    /// refill.
    private static let newFeeds = (burst: 30, refill: Duration.seconds(120))

    private let store: any PodcastStore
    private let source: any PodcastSource
    private let rules: PodcastRules.Source
    private let limiter: RateLimiter<ID<Person>>
    private let clock: any WallClock

    /// - Parameter limiter: of the requests that users cause.
    package init(
        store: any PodcastStore, source: any PodcastSource, rules: @escaping PodcastRules.Source,
        limiter: RateLimiter<ID<Person>>, clock: any WallClock
    ) {
        self.store = store
        self.source = source
        self.rules = rules
        self.limiter = limiter
        self.clock = clock
    }

    /// Whether podcasts are switched on.
    package func isOn() async throws -> Bool { try await rules() != nil }

    private func authorize(_ caller: Principal) async throws {
        try caller.require(.listen)
        guard try await rules() != nil else { throw PodcastRules.off }
    }

    /// The caller's subscriptions by title.
    package func subscriptions(as caller: Principal) async throws -> [Subscription] {
        try await authorize(caller)
        return try await store.subscriptions(of: caller.user)
    }

    package func subscription(_ id: ID<Podcast>, as caller: Principal) async throws -> Subscription {
        try await authorize(caller)
        guard let found = try await store.subscription(of: caller.user, to: id) else { throw Self.noSuchPodcast }
        return found
    }

    /// Subscribes to the podcast at an address. A feed that nobody has subscribed to is read first; throws `invalid`
    /// with the field `url` where that is not possible, and `conflict` beyond `Subscription.mostPerUser`.
    package func subscribe(
        to text: String, as caller: Principal, from origin: String
    ) async throws -> Subscription {
        try await authorize(caller)
        let address = try LinkAddress(text)
        if let known = try await subscribe(toKnown: address.text, caller, origin) { return known }
        try admit(newFeeds: 1, by: caller)
        let (feed, answer) = try await read(address)
        try Self.requireAudible(feed.isExplicit, for: caller)
        // The feed's own new address is not followed here: the refresh does that.
        let final = answer.movedTo ?? address.text
        if final != address.text, let known = try await subscribe(toKnown: final, caller, origin) { return known }
        let now = clock.now()
        let podcast = Podcast(id: .make(at: now), address: final, title: feed.title, createdAt: now)
        return try await subscription(
            store.edit { state in
                if let other = try state.podcast(at: final) {
                    return (try Self.subscribing(to: other, in: state, caller, origin, at: now), other)
                }
                var changes = try Self.subscribing(to: podcast.id, in: state, caller, origin, at: now)
                var described = podcast.described(by: feed)
                described.refreshedAt = now
                let next = FeedSchedule(
                    dueAt: now.advanced(by: PodcastRefresher.shortestPause), entityTag: answer.entityTag,
                    lastModified: answer.lastModified)
                let update = FeedUpdate(feed, of: podcast.id, known: [:], at: now)
                changes?.writes.insert(contentsOf: [.add(described, due: now)], at: 0)
                changes?.writes += update.writes + [.schedule(podcast.id, next)]
                return (changes, podcast.id)
            }, as: caller)
    }

    /// Throws `rateLimited` for a caller who has added too many. More than the allowance count as all of it.
    private func admit(newFeeds count: Int, by caller: Principal) throws {
        let wait = limiter.take(
            caller.user, burst: Self.newFeeds.burst, refill: Self.newFeeds.refill,
            cost: min(count, Self.newFeeds.burst), mayOverdraw: true)
        guard let wait else { return }
        throw DomainError(
            .rateLimited, "You have added many podcasts within an hour. Try again later",
            reason: "too_many_feeds", retryAfter: wait)
    }

    private static func requireAudible(_ isExplicit: Bool, for caller: Principal) throws {
        guard !isExplicit || caller.libraries.includesExplicit else { throw inaudible }
    }

    private func read(_ address: LinkAddress) async throws -> (Feed, FeedAnswer) {
        do {
            let answer = try await source.feed(at: address, entityTag: nil, lastModified: nil)
            switch answer.content {
            case .feed(let bytes): return (try await FeedReader.readDetached(bytes), answer)
            case .wait: throw Self.unreadable("its server is busy. Try again later")
            case .gone, .notModified, .refused: throw Self.unreadable("its server does not give the feed")
            }
        } catch let failure as LinkFailure {
            throw DomainError.invalid(failure.detail, field: "url", reason: failure.rawValue)
        } catch let fault as FeedFault {
            throw Self.unreadable(fault.reason)
        }
    }

    /// Nil where the server knows no podcast at the address.
    private func subscribe(
        toKnown address: String, _ caller: Principal, _ origin: String
    ) async throws -> Subscription? {
        let now = clock.now()
        let found = try await store.edit { state -> (Changes<PodcastWrite>?, ID<Podcast>?) in
            guard let id = try state.podcast(at: address) else { return (nil, nil) }
            return (try Self.subscribing(to: id, in: state, caller, origin, at: now), id)
        }
        guard let found else { return nil }
        return try await subscription(found, as: caller)
    }

    /// Nil for a podcast that the caller subscribes to already. One whose feed was gone is read again.
    private static func subscribing(
        to podcast: ID<Podcast>, in state: any PodcastState, _ caller: Principal, _ origin: String, at now: Timestamp
    ) throws -> Changes<PodcastWrite>? {
        guard try !state.isSubscribed(caller.user, to: podcast) else { return nil }
        guard try state.subscriptions(of: caller.user) < Subscription.mostPerUser else {
            throw tooManyPodcasts
        }
        var changes = Changes<PodcastWrite>(at: now, .subscribe(caller.user, podcast, since: now))
        if var known = try state.podcast(podcast) {
            try requireAudible(known.isExplicit, for: caller)
            if let endedAt = known.endedAt {
                known.endedAt = nil
                let due = max(now, endedAt.advanced(by: PodcastRefresher.shortestPause))
                changes.writes += [.update(known), .schedule(podcast, FeedSchedule(dueAt: due))]
            }
        }
        changes.journal = [
            JournalEntry(at: now, by: caller, from: origin, "podcast.subscribe", .init("podcast", podcast))
        ]
        return changes
    }

    /// Ends the caller's subscription, with the caller's positions in its episodes. The podcast goes with its last
    /// subscriber.
    package func unsubscribe(from id: ID<Podcast>, as caller: Principal, from origin: String) async throws {
        try await authorize(caller)
        let now = clock.now()
        try await store.edit { state in
            guard try state.isSubscribed(caller.user, to: id) else { throw Self.noSuchPodcast }
            return Changes(
                at: now, .unsubscribe(caller.user, id), .removeAbandoned(at: now),
                journal: [JournalEntry(at: now, by: caller, from: origin, "podcast.unsubscribe", .init("podcast", id))])
        }
    }

    package func setRule(_ rule: DownloadRule, of id: ID<Podcast>, as caller: Principal) async throws -> Subscription {
        try await authorize(caller)
        let now = clock.now()
        try await store.edit { state in
            guard try state.isSubscribed(caller.user, to: id) else { throw Self.noSuchPodcast }
            return Changes(at: now, .setRule(rule, caller.user, id))
        }
        return try await subscription(id, as: caller)
    }

    /// Makes the caller's feeds due. The refresh still leaves its pause between two requests for one feed.
    package func refresh(as caller: Principal) async throws {
        try await authorize(caller)
        let ids = try await store.subscriptions(of: caller.user).map(\.podcast).filter { podcast in
            podcast.refreshedAt.map { clock.now().since($0) >= PodcastRefresher.shortestPause } ?? true
        }.map(\.id)
        let now = clock.now()
        try await store.edit { _ in Changes(at: now, .makeDue(ids, at: now)) }
    }

    // MARK: Lists for other programs

    /// The caller's subscriptions as OPML.
    package func export(as caller: Principal) async throws -> String {
        try await authorize(caller)
        return OPML.file(try await store.subscriptions(of: caller.user).map(\.podcast))
    }

    /// Subscribes to the podcasts of an OPML file. Feeds that the server does not know are read from now on; until then
    /// they have their address for a title. Throws `rateLimited` as `subscribe` does.
    package func importOPML(
        _ bytes: [UInt8], as caller: Principal, from origin: String
    ) async throws -> OPMLImport {
        try await authorize(caller)
        var (result, addresses): (OPMLImport, [String]) = (OPMLImport(), [])
        for text in try OPML.addresses(in: bytes) {
            if let address = try? LinkAddress(text).text {
                addresses.append(address)
            } else {
                result.refused.append(text)
            }
        }
        let newFeeds = Set(addresses).subtracting(try await store.known(addresses)).count
        if newFeeds > 0 { try admit(newFeeds: newFeeds, by: caller) }
        for address in addresses {
            do {
                if try await add(address, caller, origin) { result.added += 1 } else { result.known += 1 }
            } catch let error as DomainError where [Self.tooManyPodcasts, Self.inaudible].contains(error) {
                result.refused.append(address)
            }
        }
        return result
    }

    /// Subscribes to a feed that is read later. Returns false where the caller subscribes to it already.
    private func add(_ address: String, _ caller: Principal, _ origin: String) async throws -> Bool {
        let now = clock.now()
        return try await store.edit { state in
            if let known = try state.podcast(at: address) {
                let changes = try Self.subscribing(to: known, in: state, caller, origin, at: now)
                return (changes, changes != nil)
            }
            let podcast = Podcast(id: .make(at: now), address: address, title: address, createdAt: now)
            var changes = try Self.subscribing(to: podcast.id, in: state, caller, origin, at: now)
            changes?.writes.insert(.add(podcast, due: now), at: 0)
            return (changes, true)
        }
    }

    private static let inaudible = unreadable("it is explicit, and your account leaves that out")

    private static let tooManyPodcasts = DomainError(
        .conflict, "You have \(Subscription.mostPerUser) podcasts, which is the limit. Remove one first",
        reason: "too_many_podcasts")

    static var noSuchPodcast: DomainError { .notFound("You do not subscribe to this podcast") }

    private static func unreadable(_ reason: String) -> DomainError {
        .invalid("The podcast cannot be added: \(reason)", field: "url", reason: "feed_unreadable")
    }
}

/// The outcome of an import of subscriptions.
package struct OPMLImport: Sendable, Equatable {
    package var added = 0
    /// Subscribed to before.
    package var known = 0
    /// The addresses that are none, those of podcasts that the user may not hear, and those beyond
    /// `Subscription.mostPerUser`.
    package var refused: [String] = []
}
