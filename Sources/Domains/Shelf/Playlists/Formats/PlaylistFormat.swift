package import Primitives

/// The files in which programs hand playlists on.
package enum PlaylistFormat: String, Sendable, CaseIterable {
    /// Lines of paths with comments, in UTF-8: what nearly every player reads.
    case m3u8
    /// XML Shareable Playlist Format, version 1 (xspf.org).
    case xspf
    /// The same as JSON.
    case jspf

    package var mediaType: String {
        switch self {
        case .m3u8: "application/vnd.apple.mpegurl; charset=utf-8"
        case .xspf: "application/xspf+xml; charset=utf-8"
        case .jspf: "application/jspf+json"
        }
    }

    /// By how the file begins, whatever it is called.
    package static func of(_ bytes: some Sequence<UInt8>) -> PlaylistFormat {
        let first = bytes.first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return switch first {
        case UInt8(ascii: "<"): .xspf
        case UInt8(ascii: "{"): .jspf
        default: .m3u8
        }
    }

    /// Throws `invalid` for what is no such file, or names more than a playlist holds.
    package func document(from bytes: [UInt8]) throws(DomainError) -> PlaylistDocument {
        let bytes = try Self.plain(bytes)
        var document =
            switch self {
            case .m3u8: M3UFile.document(from: bytes)
            case .xspf: try XSPFFile.document(from: bytes)
            case .jspf: try JSPFFile.document(from: bytes)
            }
        guard document.tracks.count <= PlaylistRules.longest else { throw .playlistFull }
        document.title = document.title.map { String(PlainText.line($0).prefix(PlaylistRules.longestName)) }
        if document.title?.isEmpty == true { document.title = nil }
        document.description = document.description.map { String($0.prefix(PlaylistRules.longestDescription)) }
        return document
    }

    /// Text in bytes of eight bits: what says that it is UTF-16 becomes UTF-8.
    private static func plain(_ bytes: [UInt8]) throws(DomainError) -> [UInt8] {
        var bytes = bytes
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            let isLittle = bytes[0] == 0xFF
            let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
                isLittle
                    ? UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
                    : UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
            }
            bytes = Array(String(decoding: units, as: UTF16.self).utf8)
        }
        // Of the control characters text has tabs and ends of lines, and old programs end it with 1A.
        guard !bytes.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1A].contains($0) }) else {
            throw damaged("it is no text")
        }
        return bytes
    }

    package func text(of document: PlaylistDocument) -> String {
        switch self {
        case .m3u8: M3UFile.text(of: document)
        case .xspf: XSPFFile.text(of: document)
        case .jspf: JSPFFile.text(of: document)
        }
    }

    static func damaged(_ what: String) -> DomainError {
        DomainError(.invalid, "This is no playlist that can be read: \(what)", reason: "playlist_damaged")
    }
}
