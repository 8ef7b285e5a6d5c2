import Catalog
import HTTPSupport
import Primitives
import Shelf

/// An artist: `ArtistID3` where artists are browsed by their tags, and `Artist` in the older calls.
struct ArtistBody: Sendable {
    private let artist: ArtistProfile
    private let annotation: Annotation
    private let pictures: PictureAddresses?

    /// - Parameter pictures: nil in lists of all artists, which the addresses would make half as long again.
    init(_ artist: ArtistProfile, _ userAnnotations: UserAnnotations, _ pictures: PictureAddresses?) {
        self.artist = artist
        annotation = userAnnotations.annotations[artist.item.id]
        self.pictures = pictures
    }

    /// Writes it as `ArtistID3`, with `albums` where a reply shows them.
    func write(to writer: inout ReplyWriter, albums: [AlbumBody]? = nil) {
        let item = artist.item
        writer.bareText("id", "ar-", item.id.rawValue)
        writer.attribute("name", item.name)
        writer.cover(item.picture, "ar-", item.id.rawValue)
        writePicture(to: &writer)
        writer.attribute("albumCount", item.albumCount)
        writer.annotation(annotation, average: writer.detail == .full)
        if writer.detail == .full {
            writer.attribute("musicBrainzId", artist.facts.musicBrainzID ?? "")
            writer.attribute("sortName", artist.facts.sortName ?? "")
            writer.texts("roles", artist.facts.roles.map(Self.role))
        }
        if let albums { writer.array("album", albums) { $1.write(to: &$0) } }
    }

    /// - Parameter isShort: whether it is written as `Artist`.
    func write(to writer: inout ReplyWriter, isShort: Bool) {
        if isShort { writeShort(to: &writer) } else { write(to: &writer) }
    }

    private func writeShort(to writer: inout ReplyWriter) {
        writer.bareText("id", "ar-", artist.item.id.rawValue)
        writer.attribute("name", artist.item.name)
        writePicture(to: &writer)
        writer.annotation(annotation, average: true)
    }

    /// Writes nothing for an artist without a picture, so that the client shows its own placeholder.
    private func writePicture(to writer: inout ReplyWriter) {
        guard let pictures, artist.item.picture != nil else { return }
        writer.attribute("artistImageUrl", pictures.address(of: "ar-\(artist.item.id.rawValue)", size: 600))
    }

    /// The role in the spelling of other servers.
    private static func role(_ role: ArtistRole) -> String {
        role == .performer ? "artist" : role.rawValue.lowercased()
    }
}

/// Items grouped by their initial letter, as lists are ordered.
struct LetterIndex<Item: Sendable>: Sendable {
    let letters: [(letter: String, items: [Item])]

    /// - Parameter items: the items in the order of their sort keys.
    init(_ items: [Item], by key: (Item) -> String) {
        var letters: [(letter: String, items: [Item])] = []
        var places: [String: Int] = [:]
        for item in items {
            let letter = IndexLetter.of(key(item))
            if let place = places[letter] {
                letters[place].items.append(item)
            } else {
                places[letter] = letters.count
                letters.append((letter, [item]))
            }
        }
        self.letters = letters
    }

    func write(to writer: inout ReplyWriter, _ item: (inout ReplyWriter, Item) -> Void) {
        writer.array("index", letters) { writer, entry in
            writer.attribute("name", entry.letter)
            writer.array("artist", entry.items, item)
        }
    }

    /// The words that the order ignores.
    static var ignoredArticles: String {
        FoldedText.articles.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
}
