/// Which text files in a folder say something about its music.
///
/// - **Lyrics** have the name of a music file beside them, with the ending `lrc` or `txt`; between the two there may be a
///   language: `Song.lrc`, `Song.en.lrc`, `Song.flac.lrc`.
/// - `artist.nfo`, `artist.txt`, `biography.txt` and `bio.txt` tell of the artist, `album.nfo` and `album.txt` of the album.
package struct TextFile: Sendable, Equatable {
    package enum Purpose: String, Sendable, CaseIterable {
        case lyrics, artist, album
    }

    /// Larger ones are not read.
    package static let maximumBytes = 512 * 1024
    /// How many of one folder are read.
    static let folderLimit = 2000

    package let purpose: Purpose
    /// For lyrics: the name of the music file without its ending.
    package let stem: [UInt8]
    /// In lower case.
    package let language: String?

    /// - Parameter stems: of the music files in the folder, whole names and names without their endings, and which name
    ///   without its ending each stands for.
    init?(_ name: [UInt8], stems: [[UInt8]: [UInt8]]) {
        guard let (base, ending) = Self.split(name) else { return nil }
        switch (Self.lowered(base), Self.lowered(ending)) {
        case ("artist", "nfo"), ("artist", "txt"), ("biography", "txt"), ("bio", "txt"):
            (purpose, stem, language) = (.artist, [], nil)
        case ("album", "nfo"), ("album", "txt"):
            (purpose, stem, language) = (.album, [], nil)
        case (_, "lrc"), (_, "txt"):
            purpose = .lyrics
            if let stem = stems[base] {
                (self.stem, language) = (stem, nil)
            } else if let (inner, tongue) = Self.split(base), let stem = stems[inner], Self.isLanguage(tongue) {
                (self.stem, language) = (stem, Self.lowered(tongue))
            } else {
                return nil
            }
        default: return nil
        }
    }

    /// See `init`.
    static func stems(of music: some Sequence<[UInt8]>) -> [[UInt8]: [UInt8]] {
        var stems: [[UInt8]: [UInt8]] = [:]
        for name in music {
            let stem = self.stem(of: name)
            stems[name] = stem
            stems[stem] = stem
        }
        return stems
    }

    /// A name without its ending.
    package static func stem(of name: [UInt8]) -> [UInt8] {
        split(name)?.base ?? name
    }

    private static func split(_ name: [UInt8]) -> (base: [UInt8], ending: [UInt8])? {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
        return (Array(name[..<dot]), Array(name[(dot + 1)...]))
    }

    /// `en`, `eng`, `pt-BR`.
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
