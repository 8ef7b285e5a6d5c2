import Catalog

/// Lyrics in tags: ID3v2's frames by their languages, else the comments and atoms that programs use.
enum LyricsTags {
    private static let limit = 8
    private static let names = ["SYNCEDLYRICS", "LYRICS", "UNSYNCEDLYRICS", "USLT"]

    static func lyrics(_ raw: RawTags) -> [TagLyrics] {
        var found: [TagLyrics] = []
        for name in ["SYLT", "USLT"] {
            for (language, texts) in raw.described(name) { found += texts.map { lyrics($0, language) } }
        }
        if found.isEmpty {
            for name in names {
                found += raw.list(name).map { TagLyrics(text: $0) }
                for (description, texts) in raw.described(name) { found += texts.map { lyrics($0, description) } }
            }
        }
        var seen: Set<String> = []
        return Array(found.filter { seen.insert($0.text).inserted }.prefix(limit))
    }

    /// "XXX" is ID3v2's word for a language that is not known; what else is no code is a description.
    private static func lyrics(_ text: String, _ language: String) -> TagLyrics {
        let isCode = (2...3).contains(language.utf8.count) && language.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        return TagLyrics(language: isCode && language != "XXX" ? language.lowercased() : nil, text: text)
    }
}
