import Crypto
import Primitives

/// Tokens that prove that an account has signed in from a browser before. They give no access. They only prevent that
/// other users' wrong guesses slow it down (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
///
/// A token is base64url of 16 random bytes and HMAC-SHA256(key, "v1|user|" + those bytes). A cookie contains up to five
/// of them, joined by `~`, for the users who share a browser.
package struct DeviceTokens: Sendable {
    package static let lifetime = Duration.seconds(365 * 86_400)
    private static let maximumPerBrowser = 5
    private static let nonceLength = 16

    private let key: SymmetricKey

    package init(secret: ServerSecret) {
        key = SymmetricKey(data: secret.derive("rondo device token v1"))
    }

    /// The device's name when `cookie` contains a token for `user`.
    func device(in cookie: String?, for user: ID<Person>) -> String? {
        Self.tokens(in: cookie).first { isValid($0, for: user) }
    }

    /// The cookie after `user` has signed in: the browser's token for this user first, then those of others.
    func cookie(renewing cookie: String?, for user: ID<Person>) -> String {
        let others = Self.tokens(in: cookie).filter { !isValid($0, for: user) }
        let own = device(in: cookie, for: user) ?? make(for: user)
        return ([own] + others.prefix(Self.maximumPerBrowser - 1)).joined(separator: "~")
    }

    private func make(for user: ID<Person>) -> String {
        let nonce = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        return Base64URL.encode(nonce + HMAC<SHA256>.authenticationCode(for: message(nonce, user), using: key))
    }

    private func isValid(_ token: String, for user: ID<Person>) -> Bool {
        guard let bytes = Base64URL.decode(token), bytes.count == Self.nonceLength + SHA256.byteCount else {
            return false
        }
        return HMAC<SHA256>.isValidAuthenticationCode(
            bytes.dropFirst(Self.nonceLength), authenticating: message(bytes.prefix(Self.nonceLength), user), using: key
        )
    }

    private func message(_ nonce: some Sequence<UInt8>, _ user: ID<Person>) -> [UInt8] {
        Array("v1|\(user.rawValue)|".utf8) + nonce
    }

    private static func tokens(in cookie: String?) -> [String] {
        guard let cookie, cookie.utf8.count <= 1024 else { return [] }
        return cookie.split(separator: "~").prefix(maximumPerBrowser).map(String.init)
    }
}
