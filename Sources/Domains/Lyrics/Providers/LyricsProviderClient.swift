package import Primitives
import Synchronization

/// Asks providers over the network. It sends the names and the length of a song and the provider's key, and nothing
/// else. An implementation bounds the bytes, the time and the redirects of every answer, and connects to no private
/// address that the administrators have not allowed.
package protocol LyricsProviderClient: Sendable {
    /// The address in the form in which it is stored. Throws `invalid` with the field `url` for what is none.
    func base(_ text: String, of kind: LyricsProvider.Kind) throws(DomainError) -> String

    /// The provider's words of a song. An answer about a song that does not fit (`SongNames.fits`) counts as none.
    /// Throws `ProviderFailure`, or `CancellationError`.
    ///
    /// - Parameters:
    ///   - key: the opened key.
    ///   - country: the server's ISO 3166 code; nil if unknown.
    func find(
        _ song: SongNames, at provider: LyricsProvider, key: String?, country: String?
    ) async throws -> ProviderAnswer

    /// Sends one request that any provider of this kind answers. Throws as `find` does.
    func probe(_ provider: LyricsProvider, key: String?) async throws
}

/// A provider's answer about a song.
package enum ProviderAnswer: Sendable, Equatable {
    /// Texts with the provider's terms, the best first.
    case words([StoredLyrics])
    case instrumental
    /// There are words, which the provider does not give to this country.
    case restricted
    case none
}

/// The reason why a provider gave no answer. It says nothing about the song.
package struct ProviderFailure: Error, Sendable, Equatable {
    package enum Reason: String, Sendable, CaseIterable {
        /// It cannot be reached, or its address is not allowed.
        case unreachable
        /// Its address is in a private network that the administrators have not allowed.
        case forbidden
        case slow, large
        /// It redirects too often, or to where it must not.
        case redirected
        /// Its answer is not of this kind of service.
        case malformed
        /// It refuses the key.
        case key
        /// The key can no longer be read, because the server's secret is another.
        case keyLost = "key_lost"
        /// Too much was asked.
        case limit
        /// It answers that it is broken.
        case failing
    }

    package let reason: Reason
    /// The time for which it asks to be left alone.
    package let retryAfter: Duration?

    package init(_ reason: Reason, retryAfter: Duration? = nil) {
        self.reason = reason
        self.retryAfter = retryAfter
    }
}

extension ProviderAnswer {
    /// The largest number of bytes of one text.
    private static let textLimit = LyricsFormat.sizeLimit

    /// The answer without texts that cannot be the song's: empty ones, and those with times beyond its end.
    func credible(for song: SongNames) -> ProviderAnswer {
        guard case .words(let texts) = self else { return self }
        let kept = texts.filter { text in
            guard text.rights != nil, text.content.count <= Self.textLimit else { return false }
            let all = text.lyrics
            let last = all.flatMap(\.lines).compactMap(\.start).max() ?? 0
            let end = song.length.map { $0 + SongNames.tolerance } ?? .max
            return !all.isEmpty && Int64(last) <= end
        }
        return kept.isEmpty ? .none : .words(kept)
    }
}

/// The providers that failed lately. They are left alone for a while, longer after each failure.
package final class ProviderHealth: Sendable {
    package struct Trouble: Sendable, Equatable {
        package let failure: ProviderFailure.Reason
        package let at: Timestamp
        /// It is not asked before this time.
        package let until: Timestamp
        fileprivate let failures: Int
    }

    private static let first = Duration.seconds(5)
    private static let longest = Duration.seconds(600)
    /// The longest time that a provider may ask for.
    private static let longestAsked = Duration.seconds(86_400)

    private let troubles = Mutex<[ID<LyricsProvider>: Trouble]>([:])

    package init() {}

    /// The trouble since the last success; nil for none.
    package func trouble(of provider: ID<LyricsProvider>) -> Trouble? {
        troubles.withLock { $0[provider] }
    }

    /// The time for which the provider is left alone; nil where it may be asked.
    func rest(of provider: ID<LyricsProvider>, at now: Timestamp) -> Duration? {
        guard let trouble = trouble(of: provider), trouble.until > now else { return nil }
        // A clock that was set back must not make it longer.
        return min(trouble.until.since(now), Self.longestAsked)
    }

    func succeed(_ provider: ID<LyricsProvider>) {
        troubles.withLock { $0[provider] = nil }
    }

    func fail(_ provider: ID<LyricsProvider>, _ failure: ProviderFailure, at now: Timestamp) {
        troubles.withLock { troubles in
            let failures = min((troubles[provider]?.failures ?? 0) + 1, 20)
            let own: Duration =
                switch failure.reason {
                case .key, .keyLost, .limit, .forbidden: Self.longest
                default: min(Self.longest, Self.first * (1 << (failures - 1)))
                }
            let rest = min(max(failure.retryAfter ?? own, .seconds(1)), Self.longestAsked)
            troubles[provider] = Trouble(
                failure: failure.reason, at: now, until: now.advanced(by: rest), failures: failures)
        }
    }
}
