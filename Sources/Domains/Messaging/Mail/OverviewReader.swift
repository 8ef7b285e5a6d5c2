package import Accounts
package import Primitives

/// An admin who has the overview mailed every day.
package struct OverviewReader: Sendable, Equatable {
    /// Among the kinds of mail that people choose.
    package static let kind = "dailyOverview"

    package let user: ID<Person>
    package let address: String
    package let locale: AccountLocale
    package let name: String

    package init(user: ID<Person>, address: String, locale: AccountLocale, name: String) {
        self.user = user
        self.address = address
        self.locale = locale
        self.name = name
    }
}
