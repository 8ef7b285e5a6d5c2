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

/// Decodes text files that do not state their encoding.
package enum TextDecoding {
    /// Decodes by the byte order mark; else as UTF-16 if every other byte at the beginning is zero; else as UTF-8 if it
    /// is valid; else as Windows-1252, which includes Latin-1. Line breaks and tabs stay, other control characters are
    /// removed.
    package static func text(_ bytes: [UInt8]) -> String {
        cleaned(decoded(bytes))
    }

    private static func decoded(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        if let text = markedUTF16(bytes) { return text }
        let sample = bytes.prefix(256)
        if sample.count >= 4 {
            let (even, odd) = zeros(sample)
            if odd * 3 > sample.count, even == 0 { return utf16(bytes[...], isLittle: true) }
            if even * 3 > sample.count, odd == 0 { return utf16(bytes[...], isLittle: false) }
        }
        return String(validating: bytes, as: UTF8.self) ?? windows(bytes)
    }

    private static func zeros(_ bytes: ArraySlice<UInt8>) -> (even: Int, odd: Int) {
        var counts = (even: 0, odd: 0)
        for (index, byte) in bytes.enumerated() where byte == 0 {
            if index.isMultiple(of: 2) { counts.even += 1 } else { counts.odd += 1 }
        }
        return counts
    }

    /// The text of UTF-16 with a byte order mark; nil for bytes without one.
    package static func markedUTF16(_ bytes: [UInt8]) -> String? {
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        return isLittle || bytes.starts(with: [0xFE, 0xFF]) ? utf16(bytes.dropFirst(2), isLittle: isLittle) : nil
    }

    /// - Parameter isLittle: whether the low byte of each unit comes first.
    package static func utf16(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isLittle ? second << 8 | first : first << 8 | second)
            index += 2
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static func windows(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            text.append((0x80...0x9F).contains(byte) ? upper[Int(byte) - 0x80] : Unicode.Scalar(byte))
        }
        return String(text)
    }

    /// 0x80 to 0x9F in Windows-1252; unassigned codes are U+FFFD.
    private static let upper: [Unicode.Scalar] = [
        "€", "\u{FFFD}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{FFFD}", "Ž", "\u{FFFD}",
        "\u{FFFD}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{FFFD}", "ž", "Ÿ",
    ]

    private static func cleaned(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) || $0 == "\n"
        }
        if isPlain { return text }
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            switch scalar {
            case "\r", "\u{85}", "\u{2028}", "\u{2029}": result.append("\n")
            case "\n" where previous == "\r": continue
            case "\n", "\t": result.append(scalar)
            case "\u{FEFF}": continue
            default: if scalar.properties.generalCategory != .control { result.append(scalar) }
            }
        }
        return String(result)
    }
}
