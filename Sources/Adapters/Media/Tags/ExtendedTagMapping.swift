import Catalog
import Foundation
import Lyrics

/// Maps the tags that are neither for grouping nor for sorting.
struct ExtendedTagMapping {
    private static let valueLimit = 20

    let raw: RawTags

    func tags() -> ExtendedTags {
        var tags = ExtendedTags()
        let albumCredit = raw.list("ALBUMARTIST")
        let albumArtists = raw.list("ALBUMARTISTS")
        if !albumArtists.isEmpty, albumCredit.count == 1, albumCredit != albumArtists {
            tags.albumArtistCredit = albumCredit.first
        }
        tags.moods = bounded(raw.list("MOOD"))
        (tags.works, tags.groupings) = worksAndGroupings()
        tags.movements = movements()
        tags.isrcs = bounded(raw.list("ISRC").flatMap { split($0, at: "/;, ") })
        tags.advisory = advisory()
        tags.recordLabels = bounded(raw.list("LABEL", "PUBLISHER", "ORGANIZATION"))
        tags.releaseTypes = releaseTypes()
        tags.releaseDate = raw.list("RELEASEDATE").lazy.compactMap(TagDate.normalized).first
        tags.albumVersion = raw.first("ALBUMVERSION", "MUSICBRAINZALBUMCOMMENT")
        return tags
    }

    /// ID3v2's TIT1 is a grouping by its definition and a work by iTunes' use. It is taken for a work where the file
    /// has movements or a grouping of its own; TagLib lists it among real works.
    private func worksAndGroupings() -> (works: [Work], groupings: [String]) {
        let contentGroup = raw.list("CONTENTGROUP")
        var groupings = raw.list("GROUPING")
        var names = raw.list("WORK")
        if !contentGroup.isEmpty {
            let others = names.filter { !contentGroup.contains($0) }
            let isWork = others.isEmpty && (!groupings.isEmpty || raw.first("MOVEMENTNAME", "MOVEMENT") != nil)
            if !isWork {
                names = others
                groupings += contentGroup.filter { !groupings.contains($0) }
            }
        }
        let ids = TagIdentifiers.all(raw.list("MUSICBRAINZWORKID"))
        let works = bounded(names).enumerated().map { index, name in
            Work(name: name, musicBrainz: ids.count == names.count ? ids[index] : nil)
        }
        return (works, bounded(groupings))
    }

    private func movements() -> [Movement] {
        // Some programs write the number under the plain name in Vorbis comments.
        let number = raw.first("MOVEMENTNUMBER", "MOVEMENT").map(BoundedNumber.ordinalAndTotal)
        let count = raw.first("MOVEMENTTOTAL", "MOVEMENTCOUNT").flatMap { BoundedNumber.ordinal($0.utf8) }
        let names = bounded(raw.list("MOVEMENTNAME"))
        guard names.count == 1 else { return names.map { Movement(name: $0) } }
        return [Movement(name: names[0], number: number?.ordinal, count: count ?? number?.total)]
    }

    /// The value 1, and 4 in older files, is explicit; 2 is clean.
    private func advisory() -> Advisory? {
        switch raw.first("ITUNESADVISORY", "EXPLICIT")?.lowercased() {
        case "1", "4", "explicit", "true", "yes": .explicit
        case "2", "clean": .clean
        default: nil
        }
    }

    /// The release types in lower case, one by one; "mixtape/street" is a single type.
    private func releaseTypes() -> [String] {
        var seen: Set<String> = []
        let types = raw.list("RELEASETYPE", "MUSICBRAINZALBUMTYPE").flatMap { value in
            let value = value.lowercased()
            return split(value, at: value.contains("mixtape/street") ? ";," : "/;,")
        }
        return bounded(types.filter { seen.insert($0).inserted })
    }

    private func split(_ text: String, at separators: String) -> [String] {
        text.split { separators.contains($0) }.map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }.filter { !$0.isEmpty }
    }

    /// Removes values longer than a name, and values beyond the limit.
    private func bounded(_ values: [String]) -> [String] {
        Array(values.lazy.filter { $0.utf8.count <= 500 }.prefix(Self.valueLimit))
    }
}

/// Contributions to a recording other than those that group it, under MusicBrainz Picard's names.
enum ContributionTags {
    private static let roles: [(role: ArtistRole, name: String)] = [
        (.arranger, "ARRANGER"), (.engineer, "ENGINEER"), (.mixer, "MIXER"), (.djMixer, "DJMIXER"),
        (.director, "DIRECTOR"), (.writer, "WRITER"),
    ]

    static func contributions(_ raw: RawTags) -> [TrackTags.Contribution] {
        var found: [TrackTags.Contribution] = []
        for (role, name) in roles {
            found += raw.list(name).map { TrackTags.Contribution(role: role, name: $0) }
        }
        return Array((found + raw.list("PERFORMER").map(musician)).prefix(RawTags.listLimit))
    }

    /// Parses "Name (guitar and vocals)", where the last parentheses contain the instruments.
    static func musician(_ text: String) -> TrackTags.Contribution {
        guard text.last == ")", let open = text.lastIndex(of: "(") else {
            return TrackTags.Contribution(role: .musician, name: text)
        }
        let name = trimmed(text[..<open])
        let part = trimmed(text[text.index(after: open)...].dropLast())
        guard !name.isEmpty, !part.isEmpty else { return TrackTags.Contribution(role: .musician, name: text) }
        return TrackTags.Contribution(role: .musician, name: name, part: part.lowercased())
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

/// Lyrics in tags: ID3v2's frames by their languages, else the comments and atoms that programs use.
enum LyricsTags {
    private static let limit = 8
    private static let names = ["SYNCEDLYRICS", "LYRICS", "UNSYNCEDLYRICS", "USLT"]

    /// - Parameter audio: states the length of a frame of MPEG, in which ID3v2 may count times.
    static func lyrics(_ raw: RawTags, audio: AudioProperties) -> [TagLyrics] {
        var found = raw.list("SYLTFRAME").compactMap { content($0) }.compactMap { content in
            SYLTFrame.lyrics(from: content, frameMilliseconds: audio.mpegFrameMilliseconds).flatMap { lyrics in
                cleaned(lyrics.exactLRC).map { TagLyrics(language: lyrics.language, text: $0) }
            }
        }
        found += raw.list("USLTFRAME").compactMap { content($0) }.compactMap { content in
            USLTFrame.text(of: content).flatMap { language, text in
                cleaned(text).map { TagLyrics(language: language, text: $0) }
            }
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

    private static func cleaned(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { TagText.paragraphs(UnsafeRawBufferPointer($0)) }
    }

    private static func content(_ base64: String) -> [UInt8]? {
        Data(base64Encoded: base64).map { [UInt8]($0) }
    }

    /// "XXX" is ID3v2's code for an unknown language; any other text that is no code is a description.
    private static func lyrics(_ text: String, _ language: String) -> TagLyrics {
        let isCode = (2...3).contains(language.utf8.count) && language.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        return TagLyrics(language: isCode && language != "XXX" ? language.lowercased() : nil, text: text)
    }
}

extension AudioProperties {
    /// The length of a frame of MPEG audio of layer III; nil for other audio.
    fileprivate var mpegFrameMilliseconds: Double? {
        guard codec == "mp3", sampleRate > 0 else { return nil }
        return (sampleRate >= 32_000 ? 1152 : 576) * 1000 / Double(sampleRate)
    }
}
