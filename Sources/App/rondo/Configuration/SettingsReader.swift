import Foundation
import Primitives

/// Reads the settings from flags, environment and file. It refuses unknown ones and names the error.
struct SettingsReader {
    private struct Source {
        /// How an operator names a setting here.
        let name: @Sendable (Setting) -> String
        /// By key.
        let values: [String: String]
    }

    /// In order of precedence.
    private let sources: [Source]

    /// - Parameters:
    ///   - arguments: the flags after the command's own, like `["--port", "8443"]`.
    ///   - file: the configuration file; nil for `rondo.json` in the data folder, if there is one.
    init(arguments: [String], environment: [String: String], file: String?) throws {
        let flags = try Self.parse(arguments)
        let variables = Dictionary(
            uniqueKeysWithValues: SettingsTable.all.compactMap { setting in
                environment[setting.environmentName].map { (setting.key, $0) }
            })
        let data = flags["data"] ?? variables["data"] ?? SettingsTable.named("data")?.fallback ?? "."
        let path = file ?? Self.expand(data) + "/rondo.json"
        var sources = [
            Source(name: { "--\($0.flag)" }, values: flags),
            Source(name: { $0.environmentName }, values: variables),
        ]
        if FileManager.default.fileExists(atPath: path) {
            sources.append(Source(name: { "\($0.key) in \(path)" }, values: try SettingsFile(path).values))
        } else if file != nil {
            throw DomainError(.invalid, "There is no configuration file \(path)")
        }
        self.sources = sources
    }

    /// The value as checked text; the default when it is not set. Throws an error that names the source of the bad
    /// value.
    func value(_ key: String) throws -> String? {
        guard let setting = SettingsTable.named(key) else {
            preconditionFailure("\(key) is not in the table of settings")
        }
        for source in sources {
            guard let value = source.values[key] else { continue }
            guard setting.accepts(value) else {
                throw DomainError.invalid(
                    "\(source.name(setting)) must be \(setting.expectation), not “\(value.prefix(80))”", field: key)
            }
            if case .path = setting.kind { return Self.expand(value) }
            return value
        }
        guard let fallback = setting.fallback else { return nil }
        if case .path = setting.kind { return Self.expand(fallback) }
        return fallback
    }

    /// Parses `--flag value`, `--flag=value`, and a bare `--flag` for a Boolean.
    static func parse(_ arguments: [String]) throws -> [String: String] {
        var values: [String: String] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else { throw DomainError(.invalid, "“\(argument)” is not expected here") }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            var name = String(parts[0])
            var bare = "true"
            if SettingsTable.all.first(where: { $0.flag == name }) == nil, name.hasPrefix("no-") {
                name = String(name.dropFirst(3))
                bare = "false"
            }
            guard let setting = SettingsTable.all.first(where: { $0.flag == name }) else {
                throw DomainError(.invalid, "There is no setting --\(parts[0]); rondo serve --help lists them")
            }
            if parts.count == 2 {
                values[setting.key] = String(parts[1])
            } else if case .flag = setting.kind {
                let next = rest.first
                values[setting.key] = next == "true" || next == "false" ? rest.popFirst() : bare
            } else if let value = rest.popFirst() {
                values[setting.key] = value
            } else {
                throw DomainError(.invalid, "--\(setting.flag) needs a value: \(setting.expectation)")
            }
        }
        return values
    }

    static func expand(_ path: String) -> String {
        path.hasPrefix("~/") ? NSHomeDirectory() + path.dropFirst() : path
    }

    /// The path from the root, of one that may be relative to the working folder.
    static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }
}

/// One setting of the operator: by flag, environment variable or configuration file, in this order of precedence.
struct Setting: Sendable {
    enum Kind: Sendable {
        case text
        /// A file or folder; `~/` at the beginning is the home folder.
        case path
        case integer(ClosedRange<Int>)
        /// `true` or `false`; as a flag it may stand alone.
        case flag
        case choice([String])
        /// A comma-separated list.
        case list
        /// A name of the IANA time zone database.
        case timeZone
        /// A country's ISO 3166 code of two letters.
        case country
    }

    /// The dotted name, as in the file: `http.port`.
    let key: String
    /// The flag without `--`: the key with dashes for its dots, unless the table names a shorter one.
    let flag: String
    let kind: Kind
    /// The default as an operator would write it; nil for "none".
    let fallback: String?
    let help: String

    init(_ key: String, flag: String? = nil, _ kind: Kind, default fallback: String? = nil, _ help: String) {
        self.key = key
        self.flag = flag ?? key.replacing(".", with: "-")
        self.kind = kind
        self.fallback = fallback
        self.help = help
    }

    /// `http.port` is `RONDO_HTTP_PORT`.
    var environmentName: String {
        "RONDO_" + key.map { $0 == "." || $0 == "-" ? "_" : $0.uppercased() }.joined()
    }

    /// A description of valid values, for error messages.
    var expectation: String {
        switch kind {
        case .text: "text"
        case .path: "a path"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .flag: "true or false"
        case .choice(let names): "one of " + names.joined(separator: ", ")
        case .list: "a list separated by commas"
        case .timeZone: "a time zone like Europe/Warsaw or UTC"
        case .country: "a country's code of two letters like PL"
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
        case .country: Locale.Region(value.uppercased()).isISORegion && value.utf8.count == 2
        }
    }
}

/// The environment variables that this process was started with.
enum ProcessEnvironment {
    static var variables: [String: String] { ProcessInfo.processInfo.environment }
}
