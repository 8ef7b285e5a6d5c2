/// The languages that Rondo speaks.
package enum AccountLocale: String, Sendable, CaseIterable {
    case english = "en"
    case polish = "pl"
    case spanish = "es"
}
