import Catalog

/// `TagMapping` for what is kept beside the tags that group and sort.
struct ExtendedTagMapping {
    private static let valueLimit = 20

    private let raw: RawTags

    init(_ raw: RawTags) {
        self.raw = raw
    }

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

    /// ID3v2's TIT1 is a grouping by its definition and a work by iTunes' use: it is a work where the file has a
    /// grouping of its own or movements, and TagLib gives it as a work beside real ones.
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
        // Vorbis comments of some programs hold the number under the plain name.
        let number = raw.first("MOVEMENTNUMBER", "MOVEMENT").map(BoundedNumber.ordinalAndTotal)
        let count = raw.first("MOVEMENTTOTAL", "MOVEMENTCOUNT").flatMap { BoundedNumber.ordinal($0.utf8) }
        let names = bounded(raw.list("MOVEMENTNAME"))
        guard names.count == 1 else { return names.map { Movement(name: $0) } }
        return [Movement(name: names[0], number: number?.ordinal, count: count ?? number?.total)]
    }

    /// 1, and 4 in older files, is explicit; 2 is clean.
    private func advisory() -> Advisory? {
        switch raw.first("ITUNESADVISORY", "EXPLICIT")?.lowercased() {
        case "1", "4", "explicit", "true", "yes": .explicit
        case "2", "clean": .clean
        default: nil
        }
    }

    /// In lower case, one by one; "mixtape/street" is one.
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

    /// None longer than a name, and not too many.
    private func bounded(_ values: [String]) -> [String] {
        Array(values.lazy.filter { $0.utf8.count <= 500 }.prefix(Self.valueLimit))
    }
}
