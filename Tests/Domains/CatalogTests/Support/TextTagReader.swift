import Primitives
import Catalog
import Crypto
import Foundation
import Synchronization

/// A stand-in for the reader of media files: a "media file" of these tests is text with one `name=value` per line. The
/// real reader has its own tests. These tests are about how a scan uses the results.
///
/// `broken=reason` makes the file unreadable. `cover=text` embeds a picture whose content is `text`.
final class TextTagReader: TagReader {
    private let opened = Mutex<[String]>([])
    private let failing = Mutex<(@Sendable (String) throws -> Void)?>(nil)

    /// The paths that were read since the last call.
    func takeOpened() -> [String] {
        opened.withLock { paths in
            defer { paths = [] }
            return paths.sorted()
        }
    }

    /// Sets a closure that is called with every path before it is read.
    func onRead(_ body: (@Sendable (String) throws -> Void)?) {
        failing.withLock { $0 = body }
    }

    func read(_ path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> MediaFile {
        opened.withLock { $0.append(path.display) }
        do {
            try failing.withLock { $0 }?(path.display)
        } catch {
            throw FileProblem(.crashed, "The reader was stopped")
        }
        let bytes = try contents(path, root)
        guard !bytes.isEmpty else { throw FileProblem(.empty, "The file is empty") }
        var tags = TrackTags()
        var audio = AudioProperties(
            mediaType: "audio/flac", codec: "flac", durationMilliseconds: 1000, bitrate: 800, sampleRate: 44100,
            channels: 2, bitDepth: 16)
        var cover: BlobKey?
        for (name, value) in Self.lines(bytes) {
            switch name {
            case "broken": throw FileProblem(FileProblem.Reason(rawValue: value) ?? .corrupt, "This file is \(value)")
            case "cover": cover = Self.key(of: Self.picture(value))
            case "duration": audio.durationMilliseconds = Int64(value) ?? 0
            default: Self.set(name, value, &tags)
            }
        }
        return MediaFile(
            tags: tags, audio: audio, cover: cover, signature: Array(SHA256.hash(data: bytes).prefix(16)))
    }

    private static func set(_ name: String, _ value: String, _ tags: inout TrackTags) {
        switch name {
        case "title": tags.title = value
        case "artist": tags.artists.append(value)
        case "artistid": tags.musicBrainz.artists.append(value)
        case "album": tags.album = value
        case "albumartist": tags.albumArtists.append(value)
        case "composer": tags.composers.append(value)
        case "genre": tags.genres.append(value)
        case "track": tags.trackNumber = Int(value)
        case "disc": tags.discNumber = Int(value)
        case "date": tags.date = value
        case "originaldate": tags.originalDate = value
        case "titlesort": tags.titleSort = value
        case "albumsort": tags.albumSort = value
        case "artistsort": tags.artistSorts.append(value)
        case "release": tags.musicBrainz.release = value
        case "compilation": tags.isCompilation = value == "1"
        default: setFurther(name, value, &tags)
        }
    }

    private static func setFurther(_ name: String, _ value: String, _ tags: inout TrackTags) {
        switch name {
        case "lyrics": tags.lyrics.append(TagLyrics(text: value.replacing("|", with: "\n")))
        case "credit": tags.artistCredit = value
        case "mood": tags.extendedTags.moods.append(value)
        case "label": tags.extendedTags.recordLabels.append(value)
        case "type": tags.extendedTags.releaseTypes.append(value)
        case "advisory": tags.extendedTags.advisory = Advisory(rawValue: value)
        case "version": tags.extendedTags.albumVersion = value
        case "releasedate": tags.extendedTags.releaseDate = value
        case "basegain": tags.extendedTags.baseGain = Double(value)
        case "bpm": tags.beatsPerMinute = Int(value)
        case "disctitle": tags.discSubtitle = value
        case "engineer": tags.contributions.append(.init(role: .engineer, name: value))
        case "musician":
            let parts = value.split(separator: ":")
            tags.contributions.append(
                .init(role: .musician, name: String(parts[0]), part: parts.last.map { String($0) }))
        default: break
        }
    }

    func embeddedCover(of path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> [UInt8]? {
        Self.lines(try contents(path, root)).first { $0.name == "cover" }.map { Self.picture($0.value) }
    }

    func sidecarImage(_ path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> [UInt8]? {
        try contents(path, root)
    }

    func sidecarText(_ path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> [UInt8]? {
        opened.withLock { $0.append(path.display) }
        return try contents(path, root)
    }

    /// Bytes that start like a PNG.
    static func picture(_ text: String) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0] + Array(text.utf8)
    }

    static func key(of bytes: [UInt8]) -> BlobKey? {
        BlobKey(hex: SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined())
    }

    private func contents(_ path: LibraryPath, _ root: [UInt8]) throws(FileProblem) -> [UInt8] {
        let full = (root + [UInt8(ascii: "/")] + path.bytes).map { CChar(bitPattern: $0) } + [0]
        guard let file = fopen(full, "r") else { throw FileProblem(.unreadable, "The file cannot be opened") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    private static func lines(_ bytes: [UInt8]) -> [(name: String, value: String)] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
    }
}
