import Primitives

/// The catalog values that are derived from the tags of one file; see `Grouping`.
package struct TrackGrouping: Sendable, Equatable {
    /// One artist's credit on the track.
    package struct Credit: Sendable, Equatable {
        package let role: ArtistRole
        package let name: String
        /// The name by which artists are matched.
        package let folded: String
        package let sortName: String?
        package let musicBrainz: String?
        /// The instrument or voice of a musician.
        package var part: String? = nil
    }

    package let title: String
    package let titleKey: String
    /// The first part of the sort key for the `album` order.
    package let albumSortKey: String
    /// The sort key of the first performer.
    package let artistKey: String
    /// Tracks of one library with equal keys are one album.
    package let albumKey: String
    package let albumName: String
    package let albumSortName: String?
    /// The album's folder: the parent if the file is in the folder of a single disc.
    package let albumFolder: [UInt8]
    /// In order, each name once per role. There is always a performer; there is an `albumArtist` only if the file names
    /// one or has the compilation flag.
    package let credits: [Credit]
    /// In order, each once.
    package let genres: [String]
    package let discNumber: Int?
    package let trackNumber: Int?
    package let year: Int?
    package let originalYear: Int?
}

/// Distinguishes artists of the same name by their MusicBrainz ids.
///
/// All credits with the same folded name are one artist if they have no id or one id. With several ids there is one
/// artist per id; credits without an id go to the id that is credited most often (of equals, the id that sorts first).
package enum ArtistGrouping {
    /// The ids of the separate artists; the first one gets the credits without an id. Empty: there is one artist,
    /// without an id.
    package static func identities(_ creditsByID: [String: Int]) -> [String] {
        creditsByID.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    /// The spelling that most credits use; of equals, the one that sorts first.
    package static func mostFrequent(_ names: [String: Int]) -> String? {
        names.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
    }
}

/// The stored sort keys: bounded, so that a page's cursor stays small.
package enum SortKeys {
    package static func key(_ text: String) -> String {
        let key = FoldedText.sortKey(String(text.prefix(200)))
        return String(String.UnicodeScalarView(key.unicodeScalars.prefix(200)))
    }
}

/// Cleans tags and file names for the catalog.
enum TextCleaning {
    /// Replaces control characters by spaces, trims white space, and truncates to `limit` characters. Nil if nothing
    /// remains.
    static func clean(_ text: String?, limit: Int = 500) -> String? {
        guard let text else { return nil }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            scalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        let words = String(scalars).split(separator: " ", omittingEmptySubsequences: true)
        let cleaned = String(words.joined(separator: " ").prefix(limit))
        return cleaned.isEmpty ? nil : cleaned
    }

    /// A file name without its extension.
    static func stem(_ name: [UInt8]) -> String {
        let dot = name.lastIndex(of: UInt8(ascii: "."))
        let stem = dot.map { $0 > 0 ? name[..<$0] : name[...] } ?? name[...]
        return String(decoding: stem, as: UTF8.self)
    }
}
