import Foundation
import Primitives

/// Whether what comes may be a file of music, as early as that can be told. What it is indeed is found out when it is whole.
enum LinkContent {
    /// So many bytes tell.
    static let tellingBytes = 64

    private static let others = [
        "application/ogg", "application/octet-stream", "binary/octet-stream", "application/x-flac", "application/mp4",
        "video/mp4", "video/ogg",
    ]

    /// What else begins like this is no music: PDF, ZIP, gzip, PNG, JPEG, GIF, ELF, Windows programs.
    private static let foreign: [[UInt8]] = [
        Array("%PDF".utf8), Array("PK".utf8) + [3, 4], [0x1F, 0x8B], [0x89] + Array("PNG".utf8), [0xFF, 0xD8, 0xFF],
        Array("GIF8".utf8),
        [0x7F] + Array("ELF".utf8), Array("MZ".utf8),
    ]

    static func check(_ reply: LinkReply) throws(LinkFailure) {
        guard reply.status == 200 else { throw .refused }
        if let encoding = reply.field("content-encoding")?.trimmingCharacters(in: .whitespaces).lowercased(),
            !encoding.isEmpty, encoding != "identity"
        {
            throw .compressed
        }
        guard let type = reply.field("content-type")?.prefix(while: { $0 != ";" && $0 != "," }) else { return }
        let name = type.trimmingCharacters(in: .whitespaces).lowercased()
        if name == "text/html" || name == "application/xhtml+xml" { throw .page }
        guard name.isEmpty || name.hasPrefix("audio/") || others.contains(name) else { throw .notAudio }
    }

    static func check(first bytes: [UInt8]) throws(LinkFailure) {
        let text = bytes.drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        if text.first == UInt8(ascii: "<") { throw .page }
        guard !foreign.contains(where: { bytes.starts(with: $0) }) else { throw .notAudio }
    }

    /// Bytes that are announced; nil where nothing is.
    static func length(_ reply: LinkReply) throws(LinkFailure) -> Int64? {
        guard let text = reply.field("content-length") else { return nil }
        guard let length = Int64(text), length >= 0 else { throw .broken }
        guard length > 0 else { throw .notAudio }
        return length
    }

    /// What the file is called: by its server, or else by its address.
    static func name(_ reply: LinkReply, at address: LinkAddress) -> String {
        let said = reply.field("content-disposition").flatMap(ContentDisposition.fileName)
        for name in [said, address.lastPart, address.host] {
            guard var name else { continue }
            while name.utf8.count > UploadDraft.longestName { name.removeFirst() }
            if let draft = try? UploadDraft(name: name, length: 1) { return draft.name }
        }
        return "link"
    }
}
