package import Primitives

/// The details of an album, computed from its tracks.
package struct AlbumSummary: Sendable, Equatable {
    /// The values that one track contributes.
    package struct Part: Sendable {
        package var albumName: String
        package var albumSortName: String?
        package var date: String?
        package var originalDate: String?
        package var discNumber: Int?
        package var discTotal: Int?
        package var durationMilliseconds: Int64
        package var addedAt: Timestamp
        package var isCompilation: Bool
        /// The cover that a moderator set for the track.
        package var correctedCover: String?
        package var embeddedCover: String?
        package var folderCover: String?
        package var release: String?
        package var releaseGroup: String?
        package var discSubtitle: String?
        package var extendedTags = ExtendedTags()
        /// As credited in the file; empty if it credits none.
        package var albumArtists: [ID<Artist>]
        package var performer: ID<Artist>?

        package init(
            albumName: String, durationMilliseconds: Int64, addedAt: Timestamp, isCompilation: Bool,
            albumArtists: [ID<Artist>], performer: ID<Artist>?
        ) {
            self.albumName = albumName
            self.durationMilliseconds = durationMilliseconds
            self.addedAt = addedAt
            self.isCompilation = isCompilation
            self.albumArtists = albumArtists
            self.performer = performer
        }
    }

    package enum Artists: Sendable, Equatable {
        case these([ID<Artist>])
        /// "Various Artists".
        case various
    }

    package let name: String
    package let sortName: String?
    package let artists: Artists
    package let trackCount: Int
    package let durationMilliseconds: Int64
    package let addedAt: Timestamp
    package let date: String?
    package let originalDate: String?
    package let discTotal: Int
    package let isCompilation: Bool
    package let cover: String?
    package let release: String?
    package let releaseGroup: String?
    package let tags: ReleaseTags

    /// The summary of `parts`, which are in the order of the album: disc, number, path. Nil if there are none.
    ///
    /// The name is the most frequent spelling. The artists are the album artists of the first track that has any in its
    /// tags; else the performer that more than half of the tracks share; else "Various Artists". The cover is the one
    /// that moderators set for more than half of the tracks, else the picture file beside the tracks, else the first
    /// embedded one.
    package static func of(_ parts: [Part]) -> AlbumSummary? {
        guard !parts.isEmpty else { return nil }
        var names: [String: Int] = [:]
        var dates: [String: Int] = [:]
        for part in parts {
            names[part.albumName, default: 0] += 1
            if let date = part.date { dates[date, default: 0] += 1 }
        }
        let artists = artists(parts)
        var tags = ReleaseTags(parts.map { ($0.extendedTags, $0.discNumber, $0.discSubtitle) })
        tags.sortName = parts.lazy.compactMap(\.albumSortName).first
        return AlbumSummary(
            name: ArtistGrouping.mostFrequent(names) ?? "",
            sortName: tags.sortName,
            artists: artists,
            trackCount: parts.count,
            durationMilliseconds: parts.reduce(0) { $0 + $1.durationMilliseconds },
            addedAt: parts.map(\.addedAt).max() ?? Timestamp(milliseconds: 0),
            date: ArtistGrouping.mostFrequent(dates),
            originalDate: parts.compactMap(\.originalDate).min(),
            discTotal: parts.map { max($0.discNumber ?? 1, $0.discTotal ?? 1) }.max() ?? 1,
            isCompilation: parts.contains(where: \.isCompilation) || artists == .various,
            cover: correctedCover(parts) ?? parts.lazy.compactMap(\.folderCover).first
                ?? parts.lazy.compactMap(\.embeddedCover).first,
            release: parts.lazy.compactMap(\.release).first,
            releaseGroup: parts.lazy.compactMap(\.releaseGroup).first,
            tags: tags)
    }

    private static func correctedCover(_ parts: [Part]) -> String? {
        var counts: [String: Int] = [:]
        for part in parts { if let cover = part.correctedCover { counts[cover, default: 0] += 1 } }
        return counts.first { $0.value * 2 > parts.count }?.key
    }

    private static func artists(_ parts: [Part]) -> Artists {
        if let tagged = parts.first(where: { !$0.albumArtists.isEmpty }) {
            return .these(tagged.albumArtists)
        }
        var performers: [String: Int] = [:]
        for part in parts {
            if let performer = part.performer { performers[performer.rawValue, default: 0] += 1 }
        }
        guard let most = performers.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
            most.value * 2 > parts.count
        else { return .various }
        return .these([ID(most.key)])
    }
}
