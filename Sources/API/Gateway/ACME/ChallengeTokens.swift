import Synchronization

/// What the plain listener answers a certificate authority that asks whether this is the server of a name (RFC 8555 §8.3).
package final class ChallengeTokens: Sendable {
    private static let path = "/.well-known/acme-challenge/"
    private let answers = Mutex<[String: String]>([:])

    package init() {}

    /// Base64url, at least 128 bits of it, and not without end.
    static func isToken(_ text: String) -> Bool {
        (22...256).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }

    func add(_ token: String, _ answer: String) {
        answers.withLock { $0[token] = answer }
    }

    func remove(_ token: String) {
        answers.withLock { $0[token] = nil }
    }

    /// Nil unless the authority may be asking just now.
    func answer(to target: String) -> String? {
        guard target.hasPrefix(Self.path) else { return nil }
        return answers.withLock { $0[String(target.dropFirst(Self.path.count))] }
    }
}
