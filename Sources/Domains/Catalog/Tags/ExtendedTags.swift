/// The tags that are not used to group, sort or list tracks. They are stored with each track as one text (`text`).
package struct ExtendedTags: Sendable, Equatable {
    /// The title for sorting.
    package var titleSort: String?
    /// All performers in one line, as in the file ("A feat. B").
    package var artistCredit: String?
    /// All album artists in one line.
    package var albumArtistCredit: String?
    package var moods: [String] = []
    package var groupings: [String] = []
    package var works: [Work] = []
    package var movements: [Movement] = []
    package var isrcs: [String] = []
    package var advisory: Advisory?
    package var recordLabels: [String] = []
    /// `album`, `single`, `ep`, `live`, `compilation` … in the words and the spelling of the tags.
    package var releaseTypes: [String] = []
    /// The date of this edition: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. Set only if a tag states it beside the plain date.
    package var releaseDate: String?
    /// The name of this edition, such as "Deluxe Edition".
    package var albumVersion: String?
    /// The gain in decibels that the stream itself demands of every player, in addition to the other gains: the output
    /// gain of Opus (RFC 7845, 5.1).
    package var baseGain: Double?

    package init() {}

    /// The stored form; nil if there is nothing to store. `init(text:)` reads it.
    package var text: String? {
        var lines = TagLines()
        lines.add("titlesort", titleSort)
        lines.add("credit", artistCredit)
        lines.add("albumcredit", albumArtistCredit)
        lines.add("mood", each: moods)
        lines.add("grouping", each: groupings)
        for work in works { lines.add("work", work.name, work.musicBrainz) }
        for movement in movements {
            lines.add("movement", movement.name, movement.number.map(String.init), movement.count.map(String.init))
        }
        lines.add("isrc", each: isrcs)
        lines.add("advisory", advisory?.rawValue)
        lines.add("label", each: recordLabels)
        lines.add("releasetype", each: releaseTypes)
        lines.add("releasedate", releaseDate)
        lines.add("version", albumVersion)
        lines.add("basegain", baseGain.map { String($0) })
        return lines.text.isEmpty ? nil : lines.text
    }

    /// Reads the stored form. Unknown names are ignored.
    package init(text: String?) {
        guard let text else { return }
        TagLines.read(text) { name, parts in
            switch name {
            case "titlesort": titleSort = parts.first
            case "credit": artistCredit = parts.first
            case "albumcredit": albumArtistCredit = parts.first
            case "mood": moods.append(parts.first)
            case "grouping": groupings.append(parts.first)
            case "work": works.append(Work(name: parts.first, musicBrainz: parts[1]))
            case "movement":
                movements.append(
                    Movement(
                        name: parts.first, number: parts[1].flatMap { Int($0) }, count: parts[2].flatMap { Int($0) }))
            case "isrc": isrcs.append(parts.first)
            case "advisory": advisory = Advisory(rawValue: parts.first)
            case "label": recordLabels.append(parts.first)
            case "releasetype": releaseTypes.append(parts.first)
            case "releasedate": releaseDate = parts.first
            case "version": albumVersion = parts.first
            case "basegain": baseGain = Double(parts.first).flatMap { $0.isFinite ? $0 : nil }
            default: break
            }
        }
    }
}

/// The advisory tag of a file about its lyrics.
package enum Advisory: String, Sendable, CaseIterable {
    case explicit
    /// An edited version of a track that has an explicit version too.
    case clean

    /// The advisory of a track with a known mark. The mark takes precedence over the tag.
    package init?(marked isExplicit: Bool, said tag: Advisory?) {
        guard !isExplicit else {
            self = .explicit
            return
        }
        guard let tag, tag != .explicit else { return nil }
        self = tag
    }
}

/// A composition, of which a track is a performance.
package struct Work: Sendable, Hashable {
    package var name: String
    package var musicBrainz: String?

    package init(name: String, musicBrainz: String? = nil) {
        self.name = name
        self.musicBrainz = musicBrainz
    }
}

/// A part of a work.
package struct Movement: Sendable, Hashable {
    package var name: String
    package var number: Int?
    /// The number of movements of the work.
    package var count: Int?

    package init(name: String, number: Int? = nil, count: Int? = nil) {
        self.name = name
        self.number = number
        self.count = count
    }
}
