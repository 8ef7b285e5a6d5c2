/// What a transaction that adds an account can see before it decides.
package struct AccountFacts: Sendable {
    package let ableAdminCount: Int
    /// The link that was presented, used or not; nil when there is no such link.
    package let link: AccountLink?

    package init(ableAdminCount: Int, link: AccountLink?) {
        self.ableAdminCount = ableAdminCount
        self.link = link
    }
}
