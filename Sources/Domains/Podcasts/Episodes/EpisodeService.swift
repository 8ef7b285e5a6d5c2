package import Journal
package import Primitives

/// The episodes of the podcasts that a user subscribes to.
package struct EpisodeService: Sendable {
    /// The most episodes that the server looks up at once.
    private static let mostBegun = 500

    private let store: any PodcastStore
    private let documents: DocumentFetcher
    private let rules: PodcastRules.Source
    private let clock: any WallClock

    /// - Parameter limiter: of the requests for chapters and transcripts that users cause.
    package init(
        store: any PodcastStore, source: any PodcastSource, rules: @escaping PodcastRules.Source,
        limiter: RateLimiter<ID<Person>>, clock: any WallClock
    ) {
        self.store = store
        documents = DocumentFetcher(source: source, limiter: limiter, clock: clock)
        self.rules = rules
        self.clock = clock
    }

    @discardableResult
    private func authorize(_ caller: Principal) async throws -> PodcastRules {
        try caller.require(.listen)
        guard let rules = try await rules() else { throw PodcastRules.off }
        return rules
    }

    /// The newest first; of all subscriptions without a podcast.
    package func episodes(
        of podcast: ID<Podcast>?, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<ListedEpisode> {
        try await authorize(caller)
        if let podcast {
            guard try await store.subscription(of: caller.user, to: podcast) != nil else {
                throw PodcastService.noSuchPodcast
            }
        }
        return try await store.episodes(of: podcast, for: caller.user, page)
    }

    package func episode(_ id: ID<Episode>, as caller: Principal) async throws -> ListedEpisode {
        try await authorize(caller)
        guard let found = try await store.episodes([id], for: caller.user).first else { throw Self.noSuchEpisode }
        return found
    }

    /// The episodes that the caller has begun, the last heard first.
    package func begun(as caller: Principal) async throws -> [ListedEpisode] {
        try await authorize(caller)
        return try await store.begun(by: caller.user, limit: Self.mostBegun)
    }

    /// Stores how far the caller is. Nil leaves a value.
    package func setState(
        of id: ID<Episode>, position: Duration?, isPlayed: Bool?, as caller: Principal
    ) async throws -> EpisodeState {
        try await authorize(caller)
        if let position {
            guard position >= .zero, position <= EpisodeState.longestPosition else {
                throw DomainError.invalid(
                    "A position lies between the episode's beginning and its end", field: "positionMs")
            }
        }
        let now = clock.now()
        return try await store.edit { state in
            guard let (before, length) = try state.state(of: id, for: caller.user) else { throw Self.noSuchEpisode }
            let after = EpisodeState.after(before, position: position, isPlayed: isPlayed, of: length, at: now)
            return (Changes(at: now, .setState(after, id, caller.user)), after)
        }
    }

    // MARK: Downloads

    /// Asks for an episode's file to be on the server's disk. One that failed is tried anew.
    package func download(_ id: ID<Episode>, as caller: Principal, from origin: String) async throws {
        let rules = try await authorize(caller)
        guard rules.quota > 0 else {
            throw DomainError(
                .conflict, "This server downloads no episodes. Ask an admin", reason: "podcast_downloads_off")
        }
        let now = clock.now()
        try await store.edit { state in
            guard try state.state(of: id, for: caller.user) != nil else { throw Self.noSuchEpisode }
            let known = try state.download(of: id)
            let wanted = EpisodeDownload(state: known?.state == .done ? .done : .waiting, size: known?.size)
            return Changes(
                at: now, .download(id, wanted, by: caller.user, at: now),
                journal: [JournalEntry(at: now, by: caller, from: origin, "podcast.download", .init("episode", id))])
        }
    }

    /// Removes the file from the server's disk, for all subscribers; a rule of theirs may bring it back.
    package func removeDownload(of id: ID<Episode>, as caller: Principal, from origin: String) async throws {
        try await authorize(caller)
        let now = clock.now()
        try await store.edit { state in
            guard try state.state(of: id, for: caller.user) != nil, try state.download(of: id) != nil else {
                throw Self.noSuchEpisode
            }
            return Changes(
                at: now, .removeDownload(id),
                journal: [
                    JournalEntry(at: now, by: caller, from: origin, "podcast.removeDownload", .init("episode", id))
                ])
        }
    }

    // MARK: Chapters and transcripts

    /// The parts of an episode in order; empty where its feed names none. The document is fetched from its server.
    package func chapters(of id: ID<Episode>, as caller: Principal) async throws -> [Chapter] {
        guard let address = try await episode(id, as: caller).episode.item.chapters else { return [] }
        return ChapterFile.chapters(try await documents.document(at: address, for: caller.user))
    }

    /// The lines of an episode's transcript, in order; empty where its feed names no transcript.
    package func transcript(of id: ID<Episode>, as caller: Principal) async throws -> [TranscriptLine] {
        guard let transcript = try await episode(id, as: caller).episode.item.transcript else { return [] }
        let bytes = try await documents.document(at: transcript.address, for: caller.user)
        return TranscriptFile.lines(bytes, transcript.format)
    }

    static var noSuchEpisode: DomainError { .notFound("There is no such episode in your podcasts") }
}
