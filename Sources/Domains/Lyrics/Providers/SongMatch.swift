package import Catalog
package import Primitives

/// A song whose words are looked up. Nothing else about it, and nothing about people, is sent to a provider.
package struct WantedSong: Sendable, Equatable {
    package let track: ID<Track>
    /// The part of the library that the track belongs to.
    package let library: String
    package let names: NamedTrack

    package init(track: ID<Track>, library: String, names: NamedTrack) {
        self.track = track
        self.library = library
        self.names = names
    }
}

extension NamedTrack {
    /// The largest difference between two lengths of one recording, in milliseconds.
    static let lengthTolerance: Int64 = 3000

    /// Words that name another version of a song: both names have them or neither.
    private static let versions: Set<Substring> = [
        "live", "remix", "acoustic", "demo", "instrumental", "karaoke", "cover", "unplugged",
    ]

    /// Whether a provider's song is this one. Case, accents and punctuation do not count, nor do additions like
    /// "(Remastered 2011)" or "feat. Somebody". Albums and lengths are compared where both sides know them.
    package func fits(_ offered: NamedTrack) -> Bool {
        guard Self.areSame(title: title, offered.title) else { return false }
        guard Self.contains(Self.words(artist), Self.words(offered.artist)) else { return false }
        if let album, let other = offered.album, !Self.isUnknown(album), !Self.isUnknown(other) {
            let (one, another) = (Self.words(Self.bare(album)), Self.words(Self.bare(other)))
            guard Self.contains(one, another) else { return false }
        }
        if let length = durationMilliseconds, let other = offered.durationMilliseconds, length > 0, other > 0 {
            guard abs(length - other) <= Self.lengthTolerance else { return false }
        }
        return true
    }

    private static func areSame(title one: String, _ other: String) -> Bool {
        let (first, second) = (words(one), words(other))
        guard !first.isEmpty, !second.isEmpty else { return false }
        if first == second { return true }
        guard versions.intersection(first) == versions.intersection(second) else { return false }
        let (bareFirst, bareSecond) = (words(bare(one)), words(bare(other)))
        return !bareFirst.isEmpty && bareFirst == bareSecond
    }

    /// Whether one list of words is in the other in sequence.
    private static func contains(_ one: [Substring], _ other: [Substring]) -> Bool {
        let (short, long) = one.count < other.count ? (one, other) : (other, one)
        guard !short.isEmpty else { return false }
        return long.indices.contains { long[$0...].starts(with: short) }
    }

    private static func words(_ text: String) -> [Substring] {
        SearchText.name(text).split(separator: " ")
    }

    /// A name that some services give to what has none.
    private static func isUnknown(_ album: String) -> Bool {
        ["", "unknown", "unknown album", "single"].contains(SearchText.name(album))
    }

    /// The text without what stands in brackets, behind " - ", or behind "feat.".
    private static func bare(_ text: String) -> String {
        var (kept, depth) = ("", 0)
        for character in text {
            if "([{".contains(character) { depth += 1 }
            if depth == 0 { kept.append(character) }
            if ")]}".contains(character) { depth = max(0, depth - 1) }
        }
        let lowercased = kept.lowercased()
        // Lower case may have another length: the text is cut only where it has not.
        guard lowercased.count == kept.count else { return kept }
        for mark in [" - ", " feat. ", " feat ", " ft. ", " featuring "] {
            guard let place = lowercased.firstRange(of: mark)?.lowerBound else { continue }
            let cut = kept.prefix(lowercased.distance(from: lowercased.startIndex, to: place))
            if cut.contains(where: { !$0.isWhitespace }) { return String(cut) }
        }
        return kept
    }
}
