import Catalog

/// The credits of one track, collected row by row.
struct TrackCredits {
    fileprivate struct Entry {
        let position: Int
        let credit: ArtistCredit
        /// As the tag spells the artist.
        let name: String
        let joint: String?
    }

    private var entries: [Entry] = []

    mutating func add(_ credit: ArtistCredit, at position: Int, taggedAs name: String, joint: String?) {
        entries.append(Entry(position: position, credit: credit, name: name, joint: joint))
    }

    /// By role in the order of `ArtistRole`, with performers first.
    var contributors: [ArtistCredit] {
        entries.sorted { ($0.rank, $0.position) < ($1.rank, $1.position) }.map(\.credit)
    }

    /// In the order of their places.
    var performers: [ArtistReference] {
        entries.lazy.filter { $0.credit.role == .performer }.sorted { $0.position < $1.position }.map {
            ArtistReference(id: $0.credit.id, name: $0.credit.name)
        }
    }

    /// The text of the tag, if a name in it stands for several artists; nil otherwise.
    func said(as role: ArtistRole) -> String? {
        guard entries.contains(where: { $0.joint != nil && $0.credit.role == role }) else { return nil }
        return JointCredits.text(
            entries.filter { $0.credit.role == role }.sorted { $0.position < $1.position }.map { ($0.name, $0.joint) })
    }
}

extension TrackCredits.Entry {
    fileprivate var rank: Int { Self.ranks[credit.role] ?? 0 }

    private static let ranks: [ArtistRole: Int] = {
        let roles = [ArtistRole.performer] + ArtistRole.allCases.filter { $0 != .performer }
        return Dictionary(uniqueKeysWithValues: roles.enumerated().map { ($1, $0) })
    }()
}
