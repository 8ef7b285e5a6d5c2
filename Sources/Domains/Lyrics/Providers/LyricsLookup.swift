package import Catalog
package import Primitives

/// The stored result of looking up a song's words. Only an answer of every enabled provider is stored: a failure says
/// nothing about the song.
package struct LyricsLookup: Sendable, Equatable {
    package enum Result: String, Sendable, CaseIterable {
        case found, none, restricted, instrumental
    }

    /// The time for which a song without words is not looked up again.
    package static let missTime = Duration.seconds(7 * 86_400)

    package let result: Result
    /// The provider that answered; nil for `none`.
    package let provider: ID<LyricsProvider>?
    /// The set of providers that were asked.
    package let stamp: String
    package let at: Timestamp
    /// The time from which the song may be looked up again; nil for never.
    package let expiresAt: Timestamp?

    package init(
        _ result: Result, by provider: ID<LyricsProvider>?, stamp: String, at: Timestamp, expiresAt: Timestamp?
    ) {
        self.result = result
        self.provider = provider
        self.stamp = stamp
        self.at = at
        self.expiresAt = expiresAt
    }
}

/// The outcome of asking for a song's words.
package enum LyricsOutcome: Sendable, Equatable {
    /// No provider is switched on.
    case off
    /// There are words: the library's own or a provider's.
    case found
    case none
    case instrumental
    /// There are words, which may not be shown in this country.
    case restricted
    /// A provider failed, and none of the others has the words.
    ///
    /// - Parameters:
    ///   - retryAfter: the time until a provider that failed is asked again.
    ///   - isPartial: whether another provider did answer.
    case unavailable(retryAfter: Duration, isPartial: Bool)
}

/// The state of a song's words for the user who opens them.
package enum LyricsLookupStatus: Sendable, Equatable {
    case settled(LyricsOutcome)
    /// The providers are being asked.
    ///
    /// - Parameter isRenewal: whether there were words, which have expired.
    case running(isRenewal: Bool)
}

/// A song with everything that decides whether its words are looked up.
package struct LookedUpSong: Sendable {
    package let song: WantedSong
    /// All texts, the library's own and those of providers.
    package let texts: [StoredLyrics]
    /// Whether users wrote words of the song.
    package let isWritten: Bool
    package let lookup: LyricsLookup?

    package init(song: WantedSong, texts: [StoredLyrics], isWritten: Bool = false, lookup: LyricsLookup?) {
        self.song = song
        self.texts = texts
        self.isWritten = isWritten
        self.lookup = lookup
    }

    /// The words of the song as far as they are known without asking anybody.
    enum Known: Equatable {
        case settled(LyricsOutcome)
        case unknown(isRenewal: Bool)
    }

    /// Words in the file, beside it, or written by users settle it, and so do a provider's words that have not expired.
    func known(to providers: [LyricsProvider], at now: Timestamp, in country: String?) -> Known {
        let own = texts.filter { $0.rights == nil }
        if isWritten || own.contains(where: { !$0.isInstrumental }) { return .settled(.found) }
        if !own.isEmpty { return .settled(.instrumental) }
        let current = texts.current(at: now)
        if !current.isEmpty { return .settled(current.served(in: country).isEmpty ? .restricted : .found) }
        guard !providers.enabled.isEmpty else { return .settled(.off) }
        guard let lookup else { return .unknown(isRenewal: false) }
        let isFresh = lookup.expiresAt.map { $0 > now } ?? true
        // Also one from the future, which a clock that was wrong has left behind.
        let isPlausible = lookup.at <= now
        switch lookup.result {
        case .found: return .unknown(isRenewal: !isFresh)
        case .instrumental where isFresh && isPlausible: return .settled(.instrumental)
        case .none where isFresh && isPlausible && lookup.stamp == providers.stamp(in: country): return .settled(.none)
        case .restricted where isFresh && isPlausible && lookup.stamp == providers.stamp(in: country):
            return .settled(.restricted)
        case .none, .restricted, .instrumental: return .unknown(isRenewal: false)
        }
    }
}

/// A lookup that has ended, for those who wait for its song's words.
package struct EndedLookup: Sendable, Equatable {
    package let track: ID<Track>
    /// The part of the library that the track belongs to.
    package let library: String
    package let outcome: LyricsOutcome
}

/// The storage of lookups. Every method is one transaction.
package protocol LyricsLookupStore: Sendable {
    /// In the admin's order.
    func providers() async throws -> [LyricsProvider]

    /// Nil for a track that is missing or outside the scope.
    func song(of track: ID<Track>, in scope: LibraryScope) async throws -> LookedUpSong?

    /// Stores the result and replaces the texts that providers gave. Does nothing, and returns false, where the track
    /// is gone, has words of the library's own by now, or the provider was removed.
    func record(_ lookup: LyricsLookup, texts: [StoredLyrics], of track: ID<Track>) async throws -> Bool

    /// Removes texts whose license has ended. Returns their number.
    func removeExpired(at now: Timestamp) async throws -> Int
}
