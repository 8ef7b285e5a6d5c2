import Catalog
import Foundation
import GRDB
import Primitives

/// Credits as tags have them, and as the decisions about joint names make them.
struct JointCredits {
    /// A credit as the tag has it.
    struct Tagged {
        let name: String
        let folded: String
        let sortName: String?
        let musicBrainz: String?
        let part: String?
    }

    /// A credit as it is stored: as the tag has it, or one of the artists that the tag's name stands for.
    struct Stored {
        let name: String
        let folded: String
        let sortName: String?
        let musicBrainz: String?
        let part: String?
        /// The tag's name, where it stands for several.
        var joint: String?
        var jointSort: String?
    }

    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// Roles in which names are told apart.
    static let roles: [ArtistRole] = [.performer, .albumArtist]

    /// The credits of one role in order. Nobody is credited twice because of a joint name: somebody whom the tag names alone as well is
    /// credited as there.
    func stored(_ tagged: [Tagged]) throws -> [Stored] {
        var stored: [Stored] = []
        var places: [String: Int] = [:]
        for credit in try tagged.flatMap(told) {
            guard let place = places[credit.folded] else {
                places[credit.folded] = stored.count
                stored.append(credit)
                continue
            }
            if credit.joint != nil { continue }
            // Two of one name whom the tag tells apart.
            if stored[place].joint == nil { stored.append(credit) } else { stored[place] = credit }
        }
        return stored
    }

    /// The credit itself, or those of the artists that its name stands for.
    private func told(_ credit: Tagged) throws -> [Stored] {
        guard credit.musicBrainz == nil, let parts = try parts(of: credit) else { return [Self.asTagged(credit)] }
        return parts.map {
            Stored(
                name: $0, folded: FoldedText.fold($0), sortName: nil, musicBrainz: nil, part: credit.part,
                joint: credit.name, jointSort: credit.sortName)
        }
    }

    static func asTagged(_ credit: Tagged) -> Stored {
        Stored(
            name: credit.name, folded: credit.folded, sortName: credit.sortName, musicBrainz: credit.musicBrainz,
            part: credit.part)
    }

    /// What the tag said, from the credits of one role in order.
    static func tagged(_ stored: [Stored]) -> [Tagged] {
        var seen: Set<String> = []
        return stored.compactMap { credit in
            guard let joint = credit.joint else {
                return Tagged(
                    name: credit.name, folded: credit.folded, sortName: credit.sortName,
                    musicBrainz: credit.musicBrainz, part: credit.part)
            }
            guard seen.insert(joint).inserted else { return nil }
            return Tagged(
                name: joint, folded: FoldedText.fold(joint), sortName: credit.jointSort, musicBrainz: nil,
                part: credit.part)
        }
    }

    /// What the tag said for people to read; nil where nothing of it stood for several artists.
    static func text(_ credits: [(name: String, joint: String?)]) -> String? {
        guard credits.contains(where: { $0.joint != nil }) else { return nil }
        var seen: Set<String> = []
        return credits.compactMap { credit -> String? in
            guard let joint = credit.joint else { return credit.name }
            return seen.insert(joint).inserted ? joint : nil
        }.joined(separator: ", ")
    }

    /// Nil where the name is one artist.
    private func parts(of credit: Tagged) throws -> [String]? {
        let find = try db.cachedStatement(sql: "SELECT parts FROM artist_split WHERE folded = ?")
        return try String.fetchOne(find, arguments: [credit.folded]).map(Self.names)
    }

    static func names(_ text: String) -> [String] {
        (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? []
    }
}
