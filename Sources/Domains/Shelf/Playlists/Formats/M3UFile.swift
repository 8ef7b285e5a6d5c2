import Foundation
import Primitives

/// M3U and M3U8, with the comments that players write: `#EXTINF`, `#PLAYLIST`, `#EXTART`, `#EXTALB`, and Rondo's own
/// `#RONDO-TRACK`.
enum M3UFile {
    private static let ownTrack = "#RONDO-TRACK:"

    /// Reads the file as UTF-8, or as Latin-1 where it is not valid UTF-8, as old players write it.
    static func document(from bytes: [UInt8]) -> PlaylistDocument {
        let text = String(validating: bytes, as: UTF8.self) ?? String(decoding: bytes.map(UInt16.init), as: UTF16.self)
        var document = PlaylistDocument()
        var track = PlaylistDocument.Track()
        for line in text.split(whereSeparator: \.isNewline) {
            let line = String(line).trimmingCharacters(in: .whitespaces.union(["\u{FEFF}"]))
            if line.isEmpty { continue }
            if line.hasPrefix("#") {
                read(line, into: &track, &document)
                continue
            }
            track.location = line
            if track.title == nil { guess(&track, line) }
            document.tracks.append(track)
            track = PlaylistDocument.Track()
        }
        return document
    }

    private static func commaOutsideOfQuotes(_ text: String) -> String.Index? {
        var isQuoted = false
        return text.indices.first { index in
            if text[index] == "\"" { isQuoted.toggle() }
            return text[index] == "," && !isQuoted
        }
    }

    private static func read(
        _ line: String, into track: inout PlaylistDocument.Track, _ document: inout PlaylistDocument
    ) {
        func value(_ name: String) -> String? {
            guard line.hasPrefix(name) else { return nil }
            return String(line.dropFirst(name.count)).trimmingCharacters(in: .whitespaces)
        }
        if let info = value("#EXTINF:") {
            // Attributes may follow the number of seconds, with commas in their quotes.
            let comma = commaOutsideOfQuotes(info) ?? info.firstIndex(of: ",") ?? info.endIndex
            let seconds = info[..<comma].prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
            if let seconds = Double(seconds), seconds > 0, seconds < 1_000_000 {
                track.durationMilliseconds = Int64(seconds * 1000)
            }
            guess(&track, String(info[comma...].dropFirst()))
        } else if let name = value("#PLAYLIST:") {
            document.title = name
        } else if let artist = value("#EXTART:") {
            track.artist = artist
        } else if let album = value("#EXTALB:") {
            track.album = album
        } else if let id = value(ownTrack), id.utf8.count <= 64 {
            track.track = ID(id)
        }
    }

    /// Derives artist and title from `Artist - Title`, or from the name of a file.
    private static func guess(_ track: inout PlaylistDocument.Track, _ text: String) {
        var name = text
        if track.location != nil {
            name = String(text.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? "")
            if let dot = name.lastIndex(of: ".") { name = String(name[..<dot]) }
        }
        let parts = name.split(separator: " - ", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        track.title = parts.last
        if parts.count == 2 { track.artist = parts[0] }
    }

    static func text(of document: PlaylistDocument) -> String {
        var lines = ["#EXTM3U"]
        if let title = document.title { lines.append("#PLAYLIST:\(PlainText.line(title))") }
        for track in document.tracks {
            let seconds = (track.durationMilliseconds ?? -1000) / 1000
            lines.append("#EXTINF:\(seconds),\(PlainText.line(track.label))")
            if let artist = track.artist { lines.append("#EXTART:\(PlainText.line(artist))") }
            if let album = track.album { lines.append("#EXTALB:\(PlainText.line(album))") }
            if let id = track.track { lines.append("\(ownTrack)\(id.rawValue)") }
            let location = (track.location ?? track.label).replacing("\n", with: "_").replacing("\r", with: "_")
            // A path that begins with `#` would be read as a comment.
            lines.append(location.hasPrefix("#") ? "./" + location : location)
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
