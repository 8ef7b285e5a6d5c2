import Foundation

/// The file's name in a `Content-Disposition` field (RFC 6266): `filename*` (RFC 8187, UTF-8) before `filename`.
enum ContentDisposition {
    static func fileName(in field: String) -> String? {
        var names: [String: String] = [:]
        for parameter in parameters(of: field) {
            guard let equals = parameter.firstIndex(of: "=") else { continue }
            let name = parameter[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
            let value = parameter[parameter.index(after: equals)...].trimmingCharacters(in: .whitespaces)
            names[name] = names[name] ?? value
        }
        if let extended = names["filename*"], let name = decoded(extended), !name.isEmpty { return name }
        return names["filename"].map(unquoted).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Split at semicolons that stand outside quotes.
    private static func parameters(of field: String) -> [String] {
        var (parts, part, isQuoted, isEscaped) = ([String](), "", false, false)
        for character in field {
            if character == ";", !isQuoted {
                parts.append(part)
                part = ""
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = character == "\\" && isQuoted && !isEscaped
            part.append(character)
        }
        return Array((parts + [part]).dropFirst())
    }

    private static func unquoted(_ value: String) -> String {
        guard value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
        var (text, isEscaped) = ("", false)
        for character in value.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            isEscaped = false
            text.append(character)
        }
        return text
    }

    private static func decoded(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
        return String(parts[2]).removingPercentEncoding
    }
}
