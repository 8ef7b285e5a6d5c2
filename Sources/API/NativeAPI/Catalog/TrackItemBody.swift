import Primitives
package import Catalog
package import Shelf
package import HTTPSupport

/// A track in a list: the contract's `TrackItem`.
package struct TrackItemBody: JSONWritable {
    package static let schema = Schema.object(
        required: [
            ("id", .text), ("title", .text),
            (
                "artists",
                .array(.object(required: [("id", .text), ("name", .text), ("role", .text)], optional: []))
            ),
            ("albumId", .text), ("album", .text),
            ("albumArtists", .array(.named("ArtistReference"))),
            ("durationMs", .integer), ("genres", .array(.text)), ("mediaType", .text), ("addedAt", .instant),
        ] + AnnotationFields.required,
        optional: [
            ("trackNumber", .integer), ("discNumber", .integer), ("year", .integer), ("cover", .text),
            ("missing", .flag), ("explicit", .flag),
        ] + CoverBody.optional + AnnotationFields.optional)

    private let item: TrackItem
    private let annotation: Annotation

    package init(_ item: TrackItem, _ annotations: Annotations) {
        self.item = item
        annotation = annotations[item.id]
    }

    package func write(to json: inout JSONWriter) {
        json.object { writeMembers(to: &$0) }
    }

    /// The members without the braces, for bodies that add to them.
    package func writeMembers(to json: inout JSONWriter) {
        json.field("id", item.id.rawValue)
        json.field("title", item.title)
        json.key("artists")
        json.array(item.artists) { json, artist in
            json.object { json in
                json.field("id", artist.id.rawValue)
                json.field("name", artist.name)
                json.field("role", "performer")
            }
        }
        json.field("albumId", item.album.rawValue)
        json.field("album", item.albumName)
        json.field("albumArtists", item.albumArtists.map(ArtistReferenceBody.init))
        json.field("trackNumber", item.trackNumber)
        json.field("discNumber", item.discNumber)
        json.field("durationMs", item.durationMilliseconds)
        json.field("year", item.year)
        json.field("genres", item.genres)
        json.field("cover", item.cover.map(ImagePath.text))
        CoverBody.writeMembers(item.coverFacts, to: &json)
        AnnotationFields.write(annotation, to: &json)
        json.field("mediaType", item.mediaType)
        json.field("addedAt", item.addedAt)
        if item.isMissing { json.field("missing", true) }
        if item.isExplicit { json.field("explicit", true) }
    }
}
