import Foundation
package import Primitives

/// Checks as early as possible whether a response may be a music file. The complete file is inspected later.
package enum LinkContent {
    /// The number of bytes that the check of the content needs.
    static let sniffedBytes = 64

    private static let otherTypes = [
        "application/ogg", "application/octet-stream", "binary/octet-stream", "application/x-flac", "application/mp4",
        "video/mp4", "video/ogg",
    ]

    /// The first bytes of files that are not music: PDF, ZIP, gzip, PNG, JPEG, GIF, ELF, Windows programs.
    private static let foreign: [[UInt8]] = [
        Array("%PDF".utf8), Array("PK".utf8) + [3, 4], [0x1F, 0x8B], [0x89] + Array("PNG".utf8), [0xFF, 0xD8, 0xFF],
        Array("GIF8".utf8),
        [0x7F] + Array("ELF".utf8), Array("MZ".utf8),
    ]

    static func check(_ reply: LinkReply) throws(LinkFailure) {
        guard reply.status == 200 else { throw .refused }
        try checkType(of: reply)
    }

    /// Throws where a reply's header says that it is no audio, or that it is compressed.
    package static func checkType(of reply: LinkReply) throws(LinkFailure) {
        if let encoding = reply.field("content-encoding")?.trimmingCharacters(in: .whitespaces).lowercased(),
            !encoding.isEmpty, encoding != "identity"
        {
            throw .compressed
        }
        guard let type = reply.field("content-type")?.prefix(while: { $0 != ";" && $0 != "," }) else { return }
        let name = type.trimmingCharacters(in: .whitespaces).lowercased()
        if name == "text/html" || name == "application/xhtml+xml" { throw .page }
        guard name.isEmpty || name.hasPrefix("audio/") || otherTypes.contains(name) else { throw .notAudio }
    }

    static func check(first bytes: [UInt8]) throws(LinkFailure) {
        let text = bytes.drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        if text.first == UInt8(ascii: "<") { throw .page }
        guard !foreign.contains(where: { bytes.starts(with: $0) }) else { throw .notAudio }
    }

    /// The announced length in bytes; nil where none is announced.
    static func length(_ reply: LinkReply) throws(LinkFailure) -> Int64? {
        guard let text = reply.field("content-length") else { return nil }
        guard let length = Int64(text), length >= 0 else { throw .broken }
        guard length > 0 else { throw .notAudio }
        return length
    }

    /// The file's name: the one that the server gives, or else one from the address.
    static func name(_ reply: LinkReply, at address: LinkAddress) -> String {
        let declaredName = reply.field("content-disposition").flatMap(ContentDisposition.fileName)
        for name in [declaredName, address.lastPart, address.host] {
            guard var name else { continue }
            while name.utf8.count > UploadDraft.longestName { name.removeFirst() }
            if let draft = try? UploadDraft(name: name, length: 1) { return draft.name }
        }
        return "link"
    }
}

/// The file's name in a `Content-Disposition` header (RFC 6266): `filename*` (RFC 8187, UTF-8) before `filename`.
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

    /// The parameters, split at semicolons outside quotes.
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
