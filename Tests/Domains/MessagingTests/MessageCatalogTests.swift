import Accounts
import Journal
import Testing

@testable import Messaging

@Suite("Email texts") struct MessageCatalogTests {
    private static let english = MessageCatalog.of(.english).messages

    @Test("every language has every text, with the same placeholders", arguments: AccountLocale.allCases)
    func completeness(locale: AccountLocale) {
        let messages = MessageCatalog.of(locale).messages
        let plurals = Self.english.keys.filter { $0.hasSuffix(".other") }.map { String($0.dropLast(6)) }
        #expect(plurals == ["within"])
        let single = Set(Self.english.keys).subtracting(plurals.flatMap { Self.forms(of: $0, in: .english) })
        #expect(single.count > 60)
        let keys = single.union(plurals.flatMap { Self.forms(of: $0, in: locale) })
        #expect(Set(messages.keys).symmetricDifference(keys).isEmpty)
        for (key, text) in messages {
            let model = Self.english[key] ?? Self.english["within.other"] ?? ""
            #expect(Self.placeholders(in: text) == Self.placeholders(in: model), "\(key)")
            #expect(!text.isEmpty, "\(key)")
        }
    }

    @Test("every kind of email and of notification has its texts") func kinds() {
        for kind in EmailKind.allCases {
            #expect(Self.english["\(kind.rawValue).subject"] != nil, "\(kind)")
            #expect(kind == .overview || Self.english["\(kind.rawValue).body"] != nil, "\(kind)")
        }
        for kind in NotificationKind.allCases {
            #expect(Self.english["notifications.\(kind.rawValue)"] != nil, "\(kind)")
        }
    }

    @Test("a missing translation is English, and an unknown key is shown itself") func fallback() {
        let polish = MessageCatalog(Array(#"{"test.subject": "Poczta"}"#.utf8), in: .polish)
        #expect(polish["test.subject"] == "Poczta")
        #expect(polish["ending"] == "Rondo at {site}")
        #expect(polish["within", number: "3"] == "within {hours} hours")
        #expect(polish["nothing"] == "nothing" && polish.text("nothing") == nil)
        #expect(MessageCatalog(Array("{".utf8), in: .spanish)["ending"] == "Rondo at {site}")
    }

    @Test("a number selects the plural category of the language") func categories() {
        func categories(_ locale: AccountLocale, _ numbers: [Int]) -> [PluralCategory] {
            numbers.map { PluralCategory(of: $0, in: locale) }
        }
        #expect(categories(.english, [1, 0, 2, 1_000_000]) == [.one, .other, .other, .other])
        #expect(categories(.spanish, [1, 0, 2, 1_000_000]) == [.one, .other, .other, .many])
        #expect(
            categories(.polish, [1, 0, 2, 4, 5, 12, 14, 21, 22, 112, 122])
                == [.one, .many, .few, .few, .many, .many, .many, .many, .few, .many, .few])
        for locale in AccountLocale.allCases {
            let found = categories(locale, Array(0...200) + [1_000_000, Int.min, Int.max])
            #expect(Set(found).isSubset(of: Self.categories(of: locale)))
        }
        #expect(MessageCatalog.of(.english)["within", number: "48"] == "within {hours} hours")
        #expect(MessageCatalog.of(.english)["within", number: "1"] == "within an hour")
        #expect(MessageCatalog.of(.polish)["within", number: "soon"] == "w ciągu {hours} godzin")
    }

    @Test("an email consists of greeting, text and the server's address") func email() {
        let parameters = ["name": "Ada", "username": "ada", "hours": "48"]
        let email = EmailText(.passwordReset, in: .english, parameters, link: "https://r/#T", site: "https://r")
        #expect(
            email.text == """
                Hello Ada,

                somebody asked for a new password for your account ada. If that was you, choose one \
                here within 48 hours:

                https://r/#T

                If it was not, there is nothing to do: your password stays as it is.

                --\u{20}
                Rondo at https://r
                """)
        let stranger = EmailText(.joining, in: .spanish, ["until": "x"], link: nil, site: "s")
        #expect(stranger.subject == "Un administrador te invita a Rondo")
        #expect(stranger.text.hasPrefix("Hola:\n\nUn administrador te invita"))
        let unknown = EmailText(.notification, in: .polish, ["about": "later", "title": "T"], link: nil, site: "s")
        #expect(unknown.subject == "Nowość: T")
    }

    /// The plural categories that the language has (CLDR).
    private static func categories(of locale: AccountLocale) -> Set<PluralCategory> {
        switch locale {
        case .english: [.one, .other]
        case .spanish: [.one, .many, .other]
        case .polish: [.one, .few, .many, .other]
        }
    }

    private static func forms(of key: String, in locale: AccountLocale) -> [String] {
        categories(of: locale).map { "\(key).\($0.rawValue)" }
    }

    private static func placeholders(in text: String) -> Set<String> {
        let parts = text.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
        return Set(parts.map { String($0.prefix { $0 != "}" }) })
    }
}
