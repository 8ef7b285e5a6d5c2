import Foundation

/// One thing that an operator can set: by flag, environment variable or configuration file, in this order of precedence.
struct Setting: Sendable {
    enum Kind: Sendable {
        case text
        /// A file or folder; `~/` at the beginning is the home folder.
        case path
        case integer(ClosedRange<Int>)
        /// `true` or `false`; as a flag it may stand alone.
        case flag
        case choice([String])
        /// Comma-separated.
        case list
        /// A name of the IANA time zone database.
        case timeZone
    }

    /// Dotted, as in the file: `http.port`.
    let key: String
    /// Without dashes. Usually the key's last part, where that says enough.
    let flag: String
    let kind: Kind
    /// As a person would write it; nil for "none".
    let fallback: String?
    let help: String

    init(_ key: String, flag: String, _ kind: Kind, default fallback: String?, _ help: String) {
        self.key = key
        self.flag = flag
        self.kind = kind
        self.fallback = fallback
        self.help = help
    }

    /// `http.port` is `RONDO_HTTP_PORT`.
    var environmentName: String {
        "RONDO_" + key.map { $0 == "." || $0 == "-" ? "_" : $0.uppercased() }.joined()
    }

    /// What a value must be, for error messages.
    var expectation: String {
        switch kind {
        case .text: "text"
        case .path: "a path"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .flag: "true or false"
        case .choice(let names): "one of " + names.joined(separator: ", ")
        case .list: "a list separated by commas"
        case .timeZone: "a time zone like Europe/Warsaw or UTC"
        }
    }

    func accepts(_ value: String) -> Bool {
        switch kind {
        case .text, .list: !value.isEmpty
        case .path: !value.isEmpty && !value.utf8.contains(0)
        case .integer(let range): Int(value).map(range.contains) ?? false
        case .flag: value == "true" || value == "false"
        case .choice(let names): names.contains(value)
        case .timeZone: TimeZone(identifier: value) != nil
        }
    }
}
