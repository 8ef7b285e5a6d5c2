import Catalog
import Primitives
import Shelf

/// An artist: `ArtistID3` where artists are browsed by their tags, and `Artist` in the older calls.
struct ArtistBody: Sendable {
    private let artist: ArtistProfile
    private let opinion: Opinion

    init(_ artist: ArtistProfile, _ marks: Marks) {
        self.artist = artist
        opinion = marks.opinions[artist.item.id]
    }

    /// `ArtistID3`, with `albums` where they are shown with it.
    func write(to writer: inout ReplyWriter, albums: [AlbumBody]? = nil) {
        let item = artist.item
        writer.bareText("id", "ar-", item.id.rawValue)
        writer.attribute("name", item.name)
        writer.cover(item.image ?? item.cover, "ar-", item.id.rawValue)
        writer.attribute("albumCount", item.albumCount)
        writer.opinion(opinion, average: !writer.quirks.isLegacy)
        if !writer.quirks.isLegacy {
            writer.attribute("musicBrainzId", artist.facts.musicBrainzID ?? "")
            writer.attribute("sortName", artist.facts.sortName ?? "")
            writer.texts("roles", artist.facts.roles.map(Self.role))
        }
        if let albums { writer.array("album", albums) { $1.write(to: &$0) } }
    }

    /// `Artist`.
    func writeShort(to writer: inout ReplyWriter) {
        writer.bareText("id", "ar-", artist.item.id.rawValue)
        writer.attribute("name", artist.item.name)
        writer.opinion(opinion, average: true)
    }

    /// As other servers spell them.
    private static func role(_ role: ArtistRole) -> String {
        role == .performer ? "artist" : role.rawValue.lowercased()
    }
}
