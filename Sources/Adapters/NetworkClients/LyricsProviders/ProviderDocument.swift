import Foundation
import Primitives

/// A provider's JSON, read without trust: a member that is missing or of another type is nil.
struct ProviderObject {
    private let members: [String: Any]

    init?(_ value: Any?) {
        guard let members = value as? [String: Any] else { return nil }
        self.members = members
    }

    func object(_ name: String) -> ProviderObject? { ProviderObject(members[name]) }

    /// At most `limit` objects of a list.
    func objects(_ name: String, upTo limit: Int) -> [ProviderObject] {
        Self.objects(members[name], upTo: limit)
    }

    static func objects(_ value: Any?, upTo limit: Int) -> [ProviderObject] {
        (value as? [Any])?.prefix(limit).compactMap { ProviderObject($0) } ?? []
    }

    /// A text that is not blank.
    func text(_ name: String) -> String? {
        guard let text = members[name] as? String, text.contains(where: { !$0.isWhitespace }) else { return nil }
        return text
    }

    /// A text that is not blank and no longer than names are.
    func name(_ name: String) -> String? { text(name).flatMap { $0.utf8.count <= 1024 ? $0 : nil } }

    /// Any text, also an empty one.
    func anyText(_ name: String) -> String? { members[name] as? String }

    func number(_ name: String) -> Double? {
        guard let number = members[name] as? NSNumber, number.doubleValue.isFinite else { return nil }
        return number.doubleValue
    }

    /// A length in seconds, as milliseconds; nil for what no song has.
    func length(_ name: String) -> Int64? {
        guard let seconds = number(name), (0.001...86_400).contains(seconds) else { return nil }
        return Int64(seconds * 1000)
    }

    /// True, 1 or "1"; services write flags in all of these ways.
    func flag(_ name: String) -> Bool? {
        switch members[name] {
        case let number as NSNumber: number.boolValue
        case let text as String: ["1", "true"].contains(text.lowercased())
        default: nil
        }
    }

    func texts(_ name: String, upTo limit: Int) -> [String]? {
        (members[name] as? [Any]).map { $0.prefix(limit).compactMap { $0 as? String } }
    }

    /// The deepest nesting that is parsed, so that no document exhausts a recursive parser's stack. The services'
    /// documents have six levels.
    private static let deepest = 32

    /// A JSON document. Throws `malformed` for what is none.
    static func document(_ content: [UInt8]) throws(ServiceFailure) -> Any {
        guard isShallow(content) else { throw ServiceFailure(.malformed) }
        do {
            return try JSONSerialization.jsonObject(with: Data(content), options: [.fragmentsAllowed])
        } catch {
            throw ServiceFailure(.malformed)
        }
    }

    private static func isShallow(_ content: [UInt8]) -> Bool {
        var (depth, isText, isEscaped) = (0, false, false)
        for byte in content {
            if isText {
                isText = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            guard depth <= deepest else { return false }
        }
        return true
    }
}
