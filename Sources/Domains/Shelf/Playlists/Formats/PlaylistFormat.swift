import Catalog
import Foundation
package import Primitives

/// The file formats in which programs exchange playlists.
package enum PlaylistFormat: String, Sendable, CaseIterable {
    /// M3U8: lines of paths with comments, in UTF-8. Nearly every player reads it.
    case m3u8
    /// XML Shareable Playlist Format, version 1 (xspf.org).
    case xspf
    /// JSPF: XSPF as JSON.
    case jspf

    package var mediaType: String {
        switch self {
        case .m3u8: "application/vnd.apple.mpegurl; charset=utf-8"
        case .xspf: "application/xspf+xml; charset=utf-8"
        case .jspf: "application/jspf+json"
        }
    }

    /// Detects the format by the file's first bytes, whatever the file is called.
    package static func of(_ bytes: some Sequence<UInt8>) -> PlaylistFormat {
        let first = bytes.first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return switch first {
        case UInt8(ascii: "<"): .xspf
        case UInt8(ascii: "{"): .jspf
        default: .m3u8
        }
    }

    /// Parses a file of this format. Throws `invalid` for any other file, and `playlistFull` for more tracks than a
    /// playlist may have.
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

    /// The text as UTF-8: converts UTF-16 with a byte order mark.
    private static func plain(_ bytes: [UInt8]) throws(DomainError) -> [UInt8] {
        let bytes = TextDecoding.markedUTF16(bytes).map { Array($0.utf8) } ?? bytes
        // Text contains no control characters but tabs and line ends; old programs end it with 1A.
        guard !bytes.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1A].contains($0) }) else {
            throw damaged("it is not text")
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
        DomainError(.invalid, "This playlist cannot be read: \(what)", reason: "playlist_damaged")
    }
}

/// The URLs and URNs by which XSPF and JSPF identify recordings.
enum TrackIdentifiers {
    private static let recording = "https://musicbrainz.org/recording/"

    static func read(_ identifier: String, into track: inout PlaylistDocument.Track) {
        let lowered = identifier.lowercased()
        if let range = lowered.range(of: "musicbrainz.org/recording/") {
            track.recording = String(lowered[range.upperBound...].prefix(36))
        } else if lowered.hasPrefix("urn:isrc:") || lowered.hasPrefix("isrc:") {
            track.isrc = String(identifier.split(separator: ":").last ?? "").uppercased().filter { $0 != "-" }
        } else if lowered.hasPrefix("urn:uuid:") {
            track.track = ID(String(lowered.dropFirst(9).prefix(64)))
        }
    }

    static func all(of track: PlaylistDocument.Track) -> [String] {
        [
            track.track.map { "urn:uuid:\($0.rawValue)" }, track.recording.map { recording + $0 },
            track.isrc.map { "urn:isrc:\($0)" },
        ].compactMap(\.self)
    }

    /// A path as the percent-encoded URL that both formats require.
    static func address(_ location: String) -> String {
        location.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? location
    }

    /// A relative URL is a percent-encoded path; any other is returned as it is.
    static func location(_ address: String) -> String {
        address.contains(":") ? address : address.removingPercentEncoding ?? address
    }
}
