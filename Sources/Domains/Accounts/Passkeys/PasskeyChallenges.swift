import Crypto
import Primitives
import Synchronization

/// The challenges that await a response. They are in memory only, bounded, good once and for minutes. The token of one
/// stays in the browser that asked for it, as that of a `SignInStep` does.
package final class PasskeyChallenges: Sendable {
    /// The only use of a challenge.
    enum Purpose: Sendable, Hashable {
        case registration(of: ID<Person>, in: ID<Session>)
        case confirmation(of: ID<Person>, in: ID<Session>)
        /// The second step of a sign-in, by the step's token.
        case secondFactor(step: String)
        /// A sign-in without a password, by a visitor with this IP address.
        case signIn(from: String)

        /// The number of challenges that await a response in the same crowd.
        var limit: Int {
            if case .signIn = self { 200 } else { 5 }
        }

        /// The challenges that share a limit: all sign-ins of a network, or all of the same other purpose.
        var crowd: Crowd {
            if case .signIn(let address) = self { .network(SourceNetwork(address: address)) } else { .purpose(self) }
        }
    }

    enum Crowd: Sendable, Equatable {
        case network(SourceNetwork)
        case purpose(Purpose)
    }

    struct Pending: Sendable {
        let purpose: Purpose
        let ceremony: PasskeyCeremony
        let expiresAt: Timestamp
    }

    static let lifetime = Duration.seconds(300)

    private let capacity: Int
    private let pending = Mutex<[TokenHash: Pending]>([:])

    /// - Parameter capacity: the number of challenges that await a response altogether.
    package init(capacity: Int = 10_000) {
        self.capacity = capacity
    }

    /// A new challenge of 256 random bits. Where there are too many of the same crowd, the oldest of the address that has
    /// most of them ends. Where there are too many altogether, sign-ins end first: anybody can begin one.
    func begin(
        _ purpose: Purpose, at site: RelyingParty, now: Timestamp
    ) -> (token: String, challenge: [UInt8]) {
        let token = RandomToken.make()
        let challenge = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
        let new = Pending(
            purpose: purpose, ceremony: PasskeyCeremony(challenge: challenge, site: site),
            expiresAt: now.advanced(by: Self.lifetime))
        pending.withLock { pending in
            pending = pending.filter { now < $0.value.expiresAt }
            let crowd = pending.filter { $0.value.purpose.crowd == purpose.crowd }
            if crowd.count >= purpose.limit {
                Self.endOldest(ofMostFrequentIn: crowd, in: &pending)
            } else if pending.count >= capacity {
                let signIns = pending.filter { if case .signIn = $0.value.purpose { true } else { false } }
                Self.endOldest(ofMostFrequentIn: signIns.isEmpty ? pending : signIns, in: &pending)
            }
            pending[TokenHash(of: token)] = new
        }
        return (token, challenge)
    }

    private static func endOldest(
        ofMostFrequentIn crowd: [TokenHash: Pending], in pending: inout [TokenHash: Pending]
    ) {
        let most = Dictionary(grouping: crowd, by: \.value.purpose).values.max { $0.count < $1.count }
        if let oldest = most?.min(by: { $0.value.expiresAt < $1.value.expiresAt }) { pending[oldest.key] = nil }
    }

    /// Ends the challenge, whatever becomes of the response. Nil when it is unknown, expired or was answered.
    func take(_ token: String, at now: Timestamp) -> Pending? {
        pending.withLock { pending in
            guard let found = pending.removeValue(forKey: TokenHash(of: token)), now < found.expiresAt else {
                return nil
            }
            return found
        }
    }
}

/// The facts from which a browser asks an authenticator for a new passkey (WebAuthn Level 2 §5.4).
package struct PasskeyCreation: Sendable {
    package let token: String
    package let challenge: [UInt8]
    package let site: RelyingParty
    package let userHandle: [UInt8]
    package let user: User
    /// The ids of the user's passkeys at this site: an authenticator that has one makes no other.
    package let excluded: [[UInt8]]

    package var timeout: Duration { PasskeyChallenges.lifetime }
}

/// The facts from which a browser asks an authenticator for the use of a passkey (WebAuthn Level 2 §5.5).
package struct PasskeyRequest: Sendable {
    package let token: String
    package let challenge: [UInt8]
    package let site: RelyingParty
    /// The ids of the credentials that are asked for; empty where the user chooses an account too.
    package let allowed: [[UInt8]]

    package var timeout: Duration { PasskeyChallenges.lifetime }
}
