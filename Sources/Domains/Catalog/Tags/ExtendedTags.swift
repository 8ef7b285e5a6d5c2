/// What tags say beyond what groups, sorts and lists tracks: kept with each track as one text (`text`).
package struct ExtendedTags: Sendable, Equatable {
    /// As they are spelt for sorting.
    package var titleSort: String?
    /// All performers in one line, as the file has it ("A feat. B").
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
    /// Of this edition; `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. Only where a tag says so beside the plain date.
    package var releaseDate: String?
    /// "Deluxe Edition": what tells this edition from others.
    package var albumVersion: String?
    /// The gain in decibels that the stream itself asks of every player, which the other gains come on top of: the
    /// output gain of Opus (RFC 7845, 5.1).
    package var baseGain: Double?

    package init() {}

    /// Nil when there is nothing to keep. `init(text:)` reads it.
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

    /// What it does not know it passes over.
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
