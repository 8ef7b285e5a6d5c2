import Catalog
import Primitives
import Shelf

/// An artist: `ArtistID3` where artists are browsed by their tags, and `Artist` in the older calls.
struct ArtistBody: Sendable {
    private let artist: ArtistProfile
    private let annotation: Annotation
    private let pictures: PictureAddresses?

    /// - Parameter pictures: nil in lists of everybody, which the addresses would make half as long again.
    init(_ artist: ArtistProfile, _ userAnnotations: UserAnnotations, _ pictures: PictureAddresses?) {
        self.artist = artist
        annotation = userAnnotations.annotations[artist.item.id]
        self.pictures = pictures
    }

    /// `ArtistID3`, with `albums` where they are shown with it.
    func write(to writer: inout ReplyWriter, albums: [AlbumBody]? = nil) {
        let item = artist.item
        writer.bareText("id", "ar-", item.id.rawValue)
        writer.attribute("name", item.name)
        writer.cover(item.picture, "ar-", item.id.rawValue)
        writePicture(to: &writer)
        writer.attribute("albumCount", item.albumCount)
        writer.annotation(annotation, average: !writer.quirks.isLegacy)
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
        writePicture(to: &writer)
        writer.annotation(annotation, average: true)
    }

    /// None for an artist who has no picture, so that a client may show what it shows then.
    private func writePicture(to writer: inout ReplyWriter) {
        guard let pictures, artist.item.picture != nil else { return }
        writer.attribute("artistImageUrl", pictures.address(of: "ar-\(artist.item.id.rawValue)", size: 600))
    }

    /// As other servers spell them.
    private static func role(_ role: ArtistRole) -> String {
        role == .performer ? "artist" : role.rawValue.lowercased()
    }
}
