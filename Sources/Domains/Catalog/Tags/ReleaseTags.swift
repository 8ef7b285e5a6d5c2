/// The tags about an album, combined from its tracks. They are stored with the album as one text.
package struct ReleaseTags: Sendable, Equatable {
    /// The largest number of moods; each is stored once.
    static let moodLimit = 20

    package struct DiscTitle: Sendable, Equatable {
        package let disc: Int
        package let title: String
    }

    package var sortName: String?
    /// The date of this edition, if the files state it separately from their date.
    package var date: String?
    /// All artists in one line, as in the files.
    package var artistCredit: String?
    package var recordLabels: [String] = []
    package var types: [String] = []
    package var version: String?
    /// In the order of the tracks.
    package var moods: [String] = []
    /// Explicit if one track is, else clean if one track is.
    package var advisory: Advisory?
    /// Ordered by disc, one for each.
    package var discTitles: [DiscTitle] = []

    package init() {}

    /// Combines the tags of tracks, which are in the order of the album. Labels, types and the credit are those of the
    /// first track that has any.
    init(_ tracks: [(tags: ExtendedTags, disc: Int?, discSubtitle: String?)]) {
        var versions: [String: Int] = [:]
        var dates: [String: Int] = [:]
        var seen: Set<String> = []
        var discs: [Int: String] = [:]
        for (tags, disc, title) in tracks {
            if artistCredit == nil { artistCredit = tags.albumArtistCredit }
            if recordLabels.isEmpty { recordLabels = tags.recordLabels }
            if types.isEmpty { types = tags.releaseTypes }
            if let version = tags.albumVersion { versions[version, default: 0] += 1 }
            if let date = tags.releaseDate { dates[date, default: 0] += 1 }
            for mood in tags.moods where moods.count < Self.moodLimit && seen.insert(mood).inserted {
                moods.append(mood)
            }
            if tags.advisory == .explicit || advisory == nil { advisory = tags.advisory }
            if let title, discs[disc ?? 1] == nil { discs[disc ?? 1] = title }
        }
        date = ArtistGrouping.mostFrequent(dates)
        version = ArtistGrouping.mostFrequent(versions)
        discTitles = discs.sorted { $0.key < $1.key }.map { DiscTitle(disc: $0.key, title: $0.value) }
    }

    /// The stored form; nil if there is nothing to store. `init(text:)` reads it.
    package var text: String? {
        var lines = TagLines()
        lines.add("sort", sortName)
        lines.add("date", date)
        lines.add("credit", artistCredit)
        lines.add("label", each: recordLabels)
        lines.add("type", each: types)
        lines.add("version", version)
        lines.add("mood", each: moods)
        lines.add("advisory", advisory?.rawValue)
        for disc in discTitles { lines.add("disc", String(disc.disc), disc.title) }
        return lines.text.isEmpty ? nil : lines.text
    }

    /// Reads the stored form. Unknown names are ignored.
    package init(text: String?) {
        guard let text else { return }
        TagLines.read(text) { name, parts in
            switch name {
            case "sort": sortName = parts.first
            case "date": date = parts.first
            case "credit": artistCredit = parts.first
            case "label": recordLabels.append(parts.first)
            case "type": types.append(parts.first)
            case "version": version = parts.first
            case "mood": moods.append(parts.first)
            case "advisory": advisory = Advisory(rawValue: parts.first)
            case "disc":
                if let disc = Int(parts.first), let title = parts[1] {
                    discTitles.append(DiscTitle(disc: disc, title: title))
                }
            default: break
            }
        }
    }
}
