/// A new access token with its text, which is shown this once.
package struct IssuedToken: Sendable {
    package let token: AccessToken
    package let text: String
}
