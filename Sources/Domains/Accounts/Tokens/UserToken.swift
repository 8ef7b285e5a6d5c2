import Primitives

/// A token with its person, read together.
package struct UserToken: Sendable {
    package let token: AccessToken
    package let user: User

    package init(token: AccessToken, user: User) {
        self.token = token
        self.user = user
    }

    func isLive(at now: Timestamp) -> Bool {
        !user.disabled && token.isLive(at: now)
    }
}
