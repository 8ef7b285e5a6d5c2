/// What somebody says about themselves who makes an account.
package struct Registration: Sendable {
    package let username: String
    package let displayName: String?
    package let email: String?
    package let password: String

    package init(username: String, displayName: String?, email: String?, password: String) {
        self.username = username
        self.displayName = displayName
        self.email = email
        self.password = password
    }
}
