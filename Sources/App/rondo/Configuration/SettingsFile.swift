import Foundation
import Primitives

/// A configuration file: a JSON object of settings by their keys. `{"http": {"port": 8443}}` is the same as
/// `{"http.port": 8443}`.
struct SettingsFile {
    private let path: String
    /// As text, by key. A setting that is `null` is not among them.
    private(set) var values: [String: String] = [:]

    /// Throws `invalid` for anything but settings.
    init(_ path: String) throws {
        self.path = path
        let content = try Data(contentsOf: URL(fileURLWithPath: path))
        guard let members = try? JSONDecoder().decode([String: Member].self, from: content) else {
            throw DomainError(.invalid, "\(path) is not a JSON object")
        }
        try add(members, under: "")
    }

    private mutating func add(_ members: [String: Member], under prefix: String) throws {
        for (name, member) in members {
            let key = prefix + name
            if case .object(let inner) = member, SettingsTable.all.contains(where: { $0.key.hasPrefix(key + ".") }) {
                try add(inner, under: key + ".")
                continue
            }
            guard let setting = SettingsTable.named(key) else {
                throw DomainError(.invalid, "There is no setting \(key), which \(path) sets", field: key)
            }
            switch member {
            case .text(let text): values[key] = text
            case .null: break
            case .object, .other:
                throw DomainError(.invalid, "\(key) in \(path) must be \(setting.expectation)", field: key)
            }
        }
    }

    private enum Member: Decodable {
        /// Text, and as text: a number, a Boolean, a list of texts.
        case text(String)
        case null
        case object([String: Member])
        case other

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let text = try? value.decode(String.self) {
                self = .text(text)
            } else if let flag = try? value.decode(Bool.self) {
                self = .text(String(flag))
            } else if let number = try? value.decode(Int.self) {
                self = .text(String(number))
            } else if let number = try? value.decode(Double.self) {
                self = .text(String(number))
            } else if let texts = try? value.decode([String].self) {
                self = .text(texts.joined(separator: ","))
            } else if let members = try? value.decode([String: Member].self) {
                self = .object(members)
            } else {
                self = .other
            }
        }
    }
}
