import Primitives

/// Reads text files beside the music.
struct TextStep: Sendable {
    let reader: any TagReader
    let root: LibraryRoot

    /// Reads one file. A file that cannot be read is recorded without its text, and not tried again until it changes.
    func read(_ file: FolderComparison.Text, of folder: [UInt8]) async throws -> ScanBatch.FolderText? {
        guard let path = LibraryPath(file.file.name, in: folder) else { return nil }
        try Task.checkCancellation()
        let bytes = await bytes(path) ?? []
        let text = file.meaning.isBinary ? "" : TextDecoding.text(bytes)
        return ScanBatch.FolderText(
            folder: folder, name: file.file.name, facts: file.file.facts, meaning: file.meaning,
            text: text.isEmpty ? nil : text, bytes: file.meaning.isBinary && !bytes.isEmpty ? bytes : nil)
    }

    private func bytes(_ path: LibraryPath) async -> [UInt8]? {
        do throws(FileProblem) { return try await reader.sidecarText(path, in: root.path) } catch { return nil }
    }
}

/// A text file in a folder that describes its music.
///
/// - **Lyrics** have the name of a music file beside them, with one of the extensions of `lyricsEndings`; a language
///   may stand between the two: `Song.lrc`, `Song.en.lrc`, `Song.flac.lrc`.
/// - `artist.nfo`, `artist.txt`, `biography.txt` and `bio.txt` describe the artist, `album.nfo` and `album.txt` the
///   album.
package struct TextFile: Sendable, Equatable {
    package enum Purpose: String, Sendable, CaseIterable {
        case lyrics, artist, album
    }

    /// Larger files are not read.
    package static let maximumBytes = 512 * 1024
    private static let lyricsEndings: Set<String> = ["lrc", "ttml", "dfxp", "stl", "srt", "vtt", "txt"]
    /// The extension of subtitles that are no text.
    private static let binaryEnding = "stl"
    /// The number of text files that are read per folder.
    static let folderLimit = 2000

    package let purpose: Purpose
    /// For lyrics: the name of the music file without its extension.
    package let stem: [UInt8]
    /// In lower case.
    package let language: String?
    /// Whether the file is no text, and is stored as it is.
    package let isBinary: Bool

    /// - Parameter stems: maps the names of the folder's music files, with and without extension, to the name without
    ///   extension.
    init?(_ name: [UInt8], stems: [[UInt8]: [UInt8]]) {
        guard let (base, ending) = Self.split(name) else { return nil }
        isBinary = Self.lowered(ending) == Self.binaryEnding
        switch (Self.lowered(base), Self.lowered(ending)) {
        case ("artist", "nfo"), ("artist", "txt"), ("biography", "txt"), ("bio", "txt"):
            (purpose, stem, language) = (.artist, [], nil)
        case ("album", "nfo"), ("album", "txt"):
            (purpose, stem, language) = (.album, [], nil)
        case (_, let ending) where Self.lyricsEndings.contains(ending):
            purpose = .lyrics
            if let stem = stems[base] {
                (self.stem, language) = (stem, nil)
            } else if let (inner, code) = Self.split(base), let stem = stems[inner], Self.isLanguage(code) {
                (self.stem, language) = (stem, Self.lowered(code))
            } else {
                return nil
            }
        default: return nil
        }
    }

    /// The map of names for `init`.
    static func stems(of music: some Sequence<[UInt8]>) -> [[UInt8]: [UInt8]] {
        var stems: [[UInt8]: [UInt8]] = [:]
        for name in music {
            let stem = self.stem(of: name)
            stems[name] = stem
            stems[stem] = stem
        }
        return stems
    }

    /// A name without its extension.
    package static func stem(of name: [UInt8]) -> [UInt8] {
        split(name)?.base ?? name
    }

    private static func split(_ name: [UInt8]) -> (base: [UInt8], ending: [UInt8])? {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
        return (Array(name[..<dot]), Array(name[(dot + 1)...]))
    }

    /// Whether the text is a language code such as `en`, `eng` or `pt-BR`.
    private static func isLanguage(_ bytes: [UInt8]) -> Bool {
        let parts = bytes.split(whereSeparator: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
        guard (1...2).contains(parts.count), (2...3).contains(parts[0].count), parts.last.map({ $0.count <= 4 }) == true
        else { return false }
        return bytes.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "_")
        }
    }

    private static func lowered(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).lowercased()
    }
}
