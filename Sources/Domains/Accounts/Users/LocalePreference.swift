/// A user's language, with the country whose variant they chose, if any: `pl` or `pl_PL`.
package struct LocalePreference: RawRepresentable, CaseIterable, Sendable, Equatable {
    package static let english = LocalePreference(.english)
    package static let polish = LocalePreference(.polish)
    package static let spanish = LocalePreference(.spanish)

    /// The languages alone, then each with its country.
    package static let allCases =
        AccountLocale.allCases.map { LocalePreference($0) }
        + AccountLocale.allCases.map { LocalePreference($0, country: $0.country) }

    package let language: AccountLocale
    /// The country's ISO 3166 code; nil when only the language was chosen.
    package let country: String?

    private init(_ language: AccountLocale, country: String? = nil) {
        self.language = language
        self.country = country
    }

    /// Nil for any text that is not among `allCases`.
    package init?(rawValue: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = known
    }

    package var rawValue: String {
        country.map { "\(language.rawValue)_\($0)" } ?? language.rawValue
    }
}

extension AccountLocale {
    fileprivate var country: String {
        switch self {
        case .english: "US"
        case .polish: "PL"
        case .spanish: "ES"
        }
    }
}

/// The languages of the user interface and emails.
package enum AccountLocale: String, Sendable, CaseIterable {
    case english = "en"
    case polish = "pl"
    case spanish = "es"
}
