import Accounts
import Foundation

/// The texts of emails in one language, from `Locales/LANGUAGE.json`. SwiftPM compiles the files into the program, as
/// the bytes of `PackageResources`.
///
/// A file is one object of keys and texts with `{placeholders}`. A text that depends on a number has a key for each of
/// the language's plural categories: `KEY.one`, `KEY.few`, `KEY.many`, `KEY.other`.
struct MessageCatalog: Sendable {
    let messages: [String: String]
    private let locale: AccountLocale

    static func of(_ locale: AccountLocale) -> MessageCatalog {
        switch locale {
        case .english: english
        case .polish: polish
        case .spanish: spanish
        }
    }

    private static let english = MessageCatalog(PackageResources.en_json, in: .english)
    private static let polish = MessageCatalog(PackageResources.pl_json, in: .polish)
    private static let spanish = MessageCatalog(PackageResources.es_json, in: .spanish)

    /// - Parameter file: JSON. A damaged file counts as empty.
    init(_ file: [UInt8], in locale: AccountLocale) {
        messages = (try? JSONDecoder().decode([String: String].self, from: Data(file))) ?? [:]
        self.locale = locale
    }

    /// The text in this language, else in English; nil for an unknown key.
    func text(_ key: String) -> String? {
        messages[key] ?? Self.english.messages[key]
    }

    /// The text in this language, else in English; the key itself if it is unknown.
    subscript(key: String) -> String {
        text(key) ?? key
    }

    /// The form of the text that goes with a number.
    ///
    /// - Parameter number: in decimal. What is no number gets the form `other`.
    subscript(key: String, number number: String) -> String {
        let category = Int(number).map { PluralCategory(of: $0, in: locale) } ?? .other
        return messages["\(key).\(category.rawValue)"] ?? self["\(key).\(PluralCategory.other.rawValue)"]
    }

    /// Replaces each placeholder once, so that a value that looks like a placeholder stays as it is. A placeholder
    /// without a value becomes empty. Line breaks within values are removed.
    static func fill(_ template: String, _ values: [String: String]) -> String {
        var (result, rest) = ("", Substring(template))
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let value = values[String(rest[rest.index(after: open)..<close])] ?? ""
            result += value.filter { !$0.isNewline }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}

/// A plural category of the Unicode CLDR (https://cldr.unicode.org/index/cldr-spec/plural-rules).
enum PluralCategory: String, Sendable {
    case one, few, many, other

    /// The category of a whole number.
    init(of number: Int, in locale: AccountLocale) {
        let number = number.magnitude
        self =
            switch locale {
            case _ where number == 1: .one
            case .english: .other
            case .spanish: number != 0 && number.isMultiple(of: 1_000_000) ? .many : .other
            case .polish: (2...4).contains(number % 10) && !(12...14).contains(number % 100) ? .few : .many
            }
    }
}
