import Catalog

/// People's parts in a recording beyond those that group it, as MusicBrainz Picard names them.
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

    /// "Name (guitar and vocals)", where the last parentheses hold what was played.
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
