import Catalog
package import Primitives

/// Looks up the words of one song at the providers, in the admin's order. The first that has them is the one whose
/// words are stored.
package struct LyricsFinder: Sendable {
    private let store: any LyricsLookupStore
    private let client: any LyricsProviderClient
    private let sealer: SecretSealer
    private let health: ServiceHealth<ID<LyricsProvider>>
    private let country: String?
    private let clock: any WallClock

    package init(
        store: any LyricsLookupStore, client: any LyricsProviderClient, sealer: SecretSealer,
        health: ServiceHealth<ID<LyricsProvider>>, country: String?, clock: any WallClock
    ) {
        self.store = store
        self.client = client
        self.sealer = sealer
        self.health = health
        self.country = country
        self.clock = clock
    }

    /// The words of a song as far as they are known without asking anybody. Nil for a track that does not exist.
    func known(_ track: ID<Track>, in scope: LibraryScope) async throws -> LookedUpSong.Known? {
        guard let song = try await store.song(of: track, in: scope) else { return nil }
        return song.known(to: try await store.providers(), at: clock.now(), in: country)
    }

    /// The enabled providers as they are set up now.
    func stamp() async throws -> String { try await store.providers().stamp(in: country) }

    /// The shortest time for which a provider that failed is left alone; nil where all of them may be asked, and where
    /// they are no longer those of `stamp`.
    func rest(of stamp: String) async throws -> Duration? {
        let (providers, now) = (try await store.providers(), clock.now())
        guard providers.stamp(in: country) == stamp else { return nil }
        return providers.enabled.compactMap { health.rest(of: $0.id, at: now) }.min()
    }

    /// Asks the providers, unless what is known settles it. Nil for a track that does not exist.
    func find(_ track: ID<Track>) async throws -> EndedLookup? {
        guard let found = try await store.song(of: track, in: .everything) else { return nil }
        let providers = try await store.providers()
        let outcome: LyricsOutcome
        switch found.known(to: providers, at: clock.now(), in: country) {
        case .settled(let known): outcome = known
        case .unknown: outcome = try await ask(providers, found.song)
        }
        return EndedLookup(track: track, library: found.song.library, outcome: outcome)
    }

    private func ask(_ providers: [LyricsProvider], _ song: WantedSong) async throws -> LyricsOutcome {
        let stamp = providers.stamp(in: country)
        var (rest, answers): (Duration?, Int) = (nil, 0)
        var restricted: (provider: LyricsProvider, texts: [StoredLyrics])?
        for provider in providers.enabled {
            switch try await answer(of: provider, song) {
            case .failure(let wait): rest = min(rest ?? wait, wait)
            case .success(let answer):
                answers += 1
                switch answer {
                case .none: break
                case .instrumental:
                    try await record(.instrumental, by: provider, stamp, song)
                    return .instrumental
                case .restricted: restricted = restricted ?? (provider, [])
                case .words(let texts):
                    let served = !texts.served(in: country).isEmpty
                    guard served else {
                        restricted = restricted ?? (provider, texts)
                        continue
                    }
                    try await record(.found, by: provider, stamp, song, texts)
                    return .found
                }
            }
        }
        if let rest { return .unavailable(retryAfter: rest, isPartial: answers > 0) }
        if let restricted {
            let result = restricted.texts.isEmpty ? LyricsLookup.Result.restricted : .found
            try await record(result, by: restricted.provider, stamp, song, restricted.texts)
            return .restricted
        }
        try await record(.none, by: nil, stamp, song)
        return .none
    }

    private enum Reply {
        case success(ProviderAnswer)
        /// - Parameter wait: the time until it is asked again.
        case failure(Duration)
    }

    private func answer(of provider: LyricsProvider, _ song: WantedSong) async throws -> Reply {
        if let rest = health.rest(of: provider.id, at: clock.now()) { return .failure(rest) }
        do {
            let key = try sealer.key(provider.sealedKey, of: provider.id.rawValue)
            let answer = try await client.find(song.names, at: provider, key: key, country: country)
            health.succeed(provider.id)
            return .success(answer.credible(for: song.names))
        } catch let failure as ServiceFailure {
            health.fail(provider.id, failure, at: clock.now())
            return .failure(health.rest(of: provider.id, at: clock.now()) ?? .seconds(1))
        }
    }

    private func record(
        _ result: LyricsLookup.Result, by provider: LyricsProvider?, _ stamp: String, _ song: WantedSong,
        _ texts: [StoredLyrics] = []
    ) async throws {
        let now = clock.now()
        let license = provider?.storageDays.map { now.advanced(by: .seconds($0 * 86_400)) }
        let end: Timestamp? =
            switch result {
            case .none, .restricted: now.advanced(by: LyricsLookup.missTime)
            case .found, .instrumental: license
            }
        let texts = texts.map { text in
            var rights = text.rights
            // The earlier of what the provider says and what the license says.
            let ends = [rights?.expiresAt, license].compactMap(\.self)
            rights?.expiresAt = ends.min()
            return StoredLyrics(
                source: .provider, language: text.language, format: text.format, content: text.content, rights: rights)
        }
        let earliest = texts.compactMap { $0.rights?.expiresAt }.min()
        _ = try await store.record(
            LyricsLookup(result, by: provider?.id, stamp: stamp, at: now, expiresAt: earliest ?? end), texts: texts,
            of: song.track)
    }
}
