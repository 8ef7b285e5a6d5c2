import Primitives

/// Fetches the small documents of episodes, which listeners ask for: each once for all who ask within a few minutes, at a
/// pace for each user, and a few at once.
struct DocumentFetcher: Sendable {
    /// The bytes of the largest document.
    private static let largest = 2 << 20
    private static let pace = (burst: 20, refill: Duration.seconds(6))
    private static let mostAtOnce = 8
    /// With the largest documents, 32 MiB.
    private static let remembered = 16
    private static let lifetime = Duration.seconds(300)

    let source: any PodcastSource
    let limiter: RateLimiter<ID<Person>>
    let clock: any WallClock
    private let recent = RecentAnswers<String, [UInt8]>(
        capacity: DocumentFetcher.remembered, lifetime: DocumentFetcher.lifetime)
    private let turns = KeyedTurns<String>()
    private let places = RemotePlaces(most: DocumentFetcher.mostAtOnce)

    /// Throws `rateLimited`, and `unavailable` where the document cannot be had, or too many are being fetched.
    func document(at address: String, for user: ID<Person>) async throws -> [UInt8] {
        try await turns.run(address) {
            if let known = recent.value(of: address, at: clock.now()) { return known }
            if let wait = limiter.take(user, burst: Self.pace.burst, refill: Self.pace.refill) {
                throw DomainError(
                    .rateLimited, "You have opened many episodes within a minute. Try again later",
                    reason: "too_many_documents", retryAfter: wait)
            }
            guard let place = places.take() else {
                throw DomainError(
                    .unavailable, "Too many chapters and transcripts are being fetched. Try again in a few seconds",
                    reason: "podcasts_busy", retryAfter: .seconds(10))
            }
            defer { withExtendedLifetime(place) {} }
            let bytes = try await fetch(address)
            recent.remember(bytes, of: address, at: clock.now())
            return bytes
        }
    }

    private func fetch(_ address: String) async throws -> [UInt8] {
        do {
            return try await source.document(at: LinkAddress(stated: address), upTo: Self.largest)
        } catch let failure as LinkFailure {
            throw DomainError(.unavailable, failure.detail, reason: failure.rawValue)
        }
    }
}
