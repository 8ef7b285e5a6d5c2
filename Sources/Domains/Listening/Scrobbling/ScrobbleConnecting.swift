package import Journal
package import Primitives
import Synchronization

/// Connects accounts by tokens that users copy from the other server.
package struct ScrobbleTokenService: Sendable {
    private static let tokenLimit = 256

    private let scrobbles: ScrobbleService
    private let client: any TokenScrobbleClient

    package init(scrobbles: ScrobbleService, client: any TokenScrobbleClient) {
        self.scrobbles = scrobbles
        self.client = client
    }

    /// Connects the caller's account there, whose token is asked for its name. A former link is replaced, with what
    /// waits taken over where the name and address are the same. Throws `conflict` where the service is off, `invalid`
    /// for a wrong token, `unavailable` where the server does not answer.
    package func connect(_ token: String, as caller: Principal, by actor: JournalEntry.Actor) async throws {
        let base = try await scrobbles.open(to: caller)
        let token = token.filter { !$0.isWhitespace }
        guard (1...Self.tokenLimit).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw Self.wrongToken }
        let found: String?
        do {
            found = try await client.name(of: token, at: base)
        } catch let failure as ScrobbleFailure where failure.reason == .token {
            found = nil
        } catch let failure as ScrobbleFailure {
            throw failure.unavailable
        }
        guard let name = found.flatMap({ ClientName.clean($0) }) else { throw Self.wrongToken }
        try await scrobbles.connect(name, token, at: base, as: caller, by: actor)
    }

    private static let wrongToken = DomainError.invalid(
        "The server does not know this token. Copy it again", field: "token", reason: "scrobbling_token")
}

/// Connects accounts by the consent that users give at the other server, as Last.fm does it for desktop programs
/// (last.fm/api/desktopauth). A token that the server asks for is bound to the user for whom it did so: clients never
/// see it apart from the address of the page, and none is taken from them.
package final class ScrobbleConsentService: Sendable {
    /// Last.fm's tokens last as long.
    private static let lifetime = Duration.seconds(3600)
    /// The consents that are waited for. Of more, the oldest are forgotten.
    private static let most = 1000

    private struct Pending: Sendable {
        let token: String
        let keys: ApplicationKeys
        let since: Timestamp
    }

    private let scrobbles: ScrobbleService
    private let client: any ConsentScrobbleClient
    private let keys: @Sendable () async throws -> ApplicationKeys?
    private let clock: any WallClock
    private let pending = Mutex<[ID<Person>: Pending]>([:])

    /// - Parameter keys: the registration that is switched on; nil where none is.
    package init(
        scrobbles: ScrobbleService, client: any ConsentScrobbleClient,
        keys: @escaping @Sendable () async throws -> ApplicationKeys?, clock: any WallClock
    ) {
        self.scrobbles = scrobbles
        self.client = client
        self.keys = keys
        self.clock = clock
    }

    /// Asks for a consent. Returns the address of the page where the caller gives it. Throws `conflict` where the
    /// service is off, `unavailable` where the server does not answer.
    package func begin(as caller: Principal) async throws -> String {
        _ = try await scrobbles.open(to: caller)
        guard let keys = try await self.keys() else { throw ScrobbleService.off }
        do {
            let token = try await client.requestToken(with: keys)
            let new = Pending(token: token, keys: keys, since: clock.now())
            pending.withLock { pending in
                pending[caller.user] = new
                if pending.count > Self.most, let oldest = pending.min(by: { $0.value.since < $1.value.since }) {
                    pending[oldest.key] = nil
                }
            }
            return client.page(for: token, with: keys)
        } catch let failure as ScrobbleFailure {
            throw failure.unavailable
        }
    }

    /// The address of the page where the caller's consent is waited for; nil where none is.
    package func page(for caller: Principal) -> String? {
        waiting(caller).map { client.page(for: $0.token, with: $0.keys) }
    }

    /// Connects the account that has given its consent. Throws `conflict` where it has not, or where the time for it is
    /// over; `unavailable` where the server does not answer.
    package func connect(as caller: Principal, by actor: JournalEntry.Actor) async throws {
        let base = try await scrobbles.open(to: caller)
        guard let waiting = waiting(caller), try await keys() == waiting.keys else { throw ended(caller) }
        let answer: ConsentAnswer
        do {
            answer = try await client.session(of: waiting.token, with: waiting.keys)
        } catch let failure as ScrobbleFailure {
            throw failure.unavailable
        }
        switch answer {
        case .granted(let name, let session):
            guard let name = ClientName.clean(name) else { throw ScrobbleFailure(.malformed).unavailable }
            try await scrobbles.connect(name, session, at: base, as: caller, by: actor)
            pending.withLock { $0[caller.user] = nil }
        case .pending:
            throw DomainError(
                .conflict, "You have not allowed it there yet. Open the page, allow it, and connect then",
                reason: "scrobbling_pending")
        case .ended: throw ended(caller)
        }
    }

    private func waiting(_ caller: Principal) -> Pending? {
        let now = clock.now()
        return pending.withLock { pending in
            pending = pending.filter { $0.value.since.advanced(by: Self.lifetime) > now }
            return pending[caller.user]
        }
    }

    private func ended(_ caller: Principal) -> DomainError {
        pending.withLock { $0[caller.user] = nil }
        return DomainError(.conflict, "The time for this is over. Begin again", reason: "scrobbling_ended")
    }
}
