import Primitives
import Synchronization

/// The wrong credentials of the last minutes, by the network that they came from. A player with an old key sends it
/// with every request. That counts as one attempt, however often it repeats.
///
/// Each is stored as a hash that only this process can make, so no credential stays in memory.
final class RefusedCredentials: Sendable {
    /// The time for which a credential is remembered after it was last refused.
    static let lifetime = Duration.seconds(30 * 60)
    private static let capacity = 4_096

    /// The time until which each hash is remembered.
    private let expiries = Mutex<[Int: Duration]>([:])

    /// Remembers a refused credential. Returns whether it had been refused before.
    ///
    /// In a token the salt changes with each request, and the token reveals nothing of its key. So tokens for one
    /// account from one client count as repetitions. A key has 130 random bits, which nobody guesses, and a right one
    /// is accepted anyway.
    func isRepetition(
        _ credential: DeviceCredential, by client: String, from network: SourceNetwork, at now: Duration
    ) -> Bool {
        let hash = Self.hash(credential, client, network)
        return expiries.withLock { expiries in
            let isKnown = expiries[hash].map { now < $0 } ?? false
            if !isKnown, expiries.count >= Self.capacity {
                expiries = expiries.filter { now < $0.value }
                // A client that makes up so many is charged for each.
                guard expiries.count < Self.capacity else { return false }
            }
            expiries[hash] = now + Self.lifetime
            return isKnown
        }
    }

    private static func hash(_ credential: DeviceCredential, _ client: String, _ network: SourceNetwork) -> Int {
        var hasher = Hasher()
        hasher.combine(network)
        switch credential {
        case .apiKey(let key): hasher.combine(key)
        case .password(let username, let password):
            hasher.combine(username)
            hasher.combine(password)
        case .token(let username, _, _):
            hasher.combine(username)
            hasher.combine(client)
        case .picture(let proof, let subject):
            hasher.combine(proof)
            hasher.combine(subject)
        }
        return hasher.finalize()
    }
}
