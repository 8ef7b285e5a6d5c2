/// The language that a person reads, with the country whose form of it they named, if any: `pl` or `pl_PL`.
package struct LocalePreference: RawRepresentable, CaseIterable, Sendable, Equatable {
    package static let english = LocalePreference(.english)
    package static let polish = LocalePreference(.polish)
    package static let spanish = LocalePreference(.spanish)

    /// The languages alone, then each with its country.
    package static let allCases =
        AccountLocale.allCases.map { LocalePreference($0) }
        + AccountLocale.allCases.map { LocalePreference($0, country: $0.country) }

    package let language: AccountLocale
    /// As ISO 3166 abbreviates it; nil where the language alone was named.
    package let country: String?

    package init(_ language: AccountLocale) {
        self.init(language, country: nil)
    }

    private init(_ language: AccountLocale, country: String?) {
        self.language = language
        self.country = country
    }

    /// Nil for what is not among `allCases`.
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
