import Foundation

/// A title, taken apart: its words without additions, and the words that name another version of the song.
///
/// "Song (2011 Remaster)", "Song - Single Version" and "Song (feat. Somebody)" are "Song". "Song - Live at Home" is a
/// version of it, and "Song, Pt. 2" is a song of its own.
package struct TitleForm: Sendable, Equatable {
    /// The search words of the whole title.
    package let full: String
    /// The search words without additions.
    package let base: String
    /// The kinds of version: `live`, `remix` and the like.
    package let kinds: Set<String>
    /// The words of the additions that name a version.
    package let version: Set<String>

    package init(_ title: String) {
        full = SearchText.name(title)
        var (rest, additions) = Self.parts(of: title)
        if let start = Self.guests.lazy.compactMap({ rest.range(of: $0, options: .caseInsensitive) }).first {
            rest = String(rest[..<start.lowerBound])
        }
        var (kinds, version) = (Set<String>(), Set<String>())
        for addition in additions {
            let words = SearchText.words(addition.text).split(separator: " ").map(String.init)
            let found = Set(words.compactMap { Self.versions[$0] })
            // An original mix is the song itself.
            let isNeutral = words.contains { Self.neutral.contains($0) } || words.first.map(Self.withs.contains) == true
            if !found.isEmpty, words.first != "original" {
                kinds.formUnion(found)
                version.formUnion(words.filter { !Self.neutral.contains($0) && Int($0) == nil })
            } else if !isNeutral, words.first != "original" {
                rest += addition.isInBrackets ? " (\(addition.text))" : " - \(addition.text)"
            }
        }
        let words = SearchText.name(rest)
        base = words.isEmpty ? full : words
        self.kinds = kinds
        self.version = version
    }

    /// Whether two titles can name the same recording: no version, the same one, or one that the other only hints at.
    package func isSameVersion(as other: TitleForm) -> Bool {
        guard kinds == other.kinds else { return false }
        return version == other.version || version.allSatisfy { Self.versions[$0] != nil }
            || other.version.allSatisfy { Self.versions[$0] != nil }
    }

    private typealias Addition = (text: String, isInBrackets: Bool)

    /// Splits off what is in brackets, and what follows a dash between spaces. A title that begins with a bracket keeps
    /// that: "(I Can't Get No) Satisfaction".
    private static func parts(of title: String) -> (rest: String, additions: [Addition]) {
        var (rest, inner, depth) = ("", "", 0)
        var additions: [Addition] = []
        for character in title.prefix(longest) {
            if "([{".contains(character), depth > 0 || !rest.allSatisfy(\.isWhitespace) {
                depth += 1
                if depth == 1 { inner = "" } else { inner.append(character) }
            } else if ")]}".contains(character), depth > 0 {
                depth -= 1
                if depth == 0 { additions.append((inner, true)) } else { inner.append(character) }
            } else if depth > 0 {
                inner.append(character)
            } else {
                rest.append(character)
            }
        }
        if depth > 0 { rest += inner }
        for dash in [" - ", " – ", " — "] {
            let pieces = rest.components(separatedBy: dash)
            guard pieces.count > 1 else { continue }
            rest = pieces[0]
            additions += pieces.dropFirst().map { ($0, false) }
        }
        return (rest, additions)
    }

    private static let longest = 1000
    private static let guests = [" feat. ", " feat ", " ft. ", " featuring "]
    private static let withs: Set<String> = ["feat", "ft", "featuring", "with", "from"]
    /// Words of additions that do not make it another recording, or one that its length tells apart.
    private static let neutral: Set<String> = [
        "remaster", "remastered", "remasterizado", "mono", "stereo", "version", "single", "album", "deluxe", "bonus",
        "explicit", "clean", "edit", "anniversary", "edition", "digital", "track", "soundtrack",
    ]
    private static let versions: [String: String] = [
        "live": "live", "koncert": "live", "vivo": "live", "concert": "live", "unplugged": "live", "session": "live",
        "sessions": "live", "remix": "remix", "mix": "remix", "rmx": "remix", "dub": "remix", "bootleg": "remix",
        "mashup": "remix", "acoustic": "acoustic", "akustik": "acoustic", "acustica": "acoustic",
        "acustico": "acoustic", "piano": "acoustic", "demo": "demo", "instrumental": "instrumental",
        "karaoke": "karaoke", "cover": "cover", "acapella": "acapella", "cappella": "acapella",
        "orchestral": "orchestral", "reprise": "reprise", "sped": "sped", "slowed": "slowed", "nightcore": "sped",
        "outtake": "demo", "rehearsal": "demo", "extended": "extended",
    ]
}
