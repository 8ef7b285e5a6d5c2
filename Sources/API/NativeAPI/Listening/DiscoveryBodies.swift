import Catalog
import HTTPSupport
import Listening
import Primitives
import Shelf

/// What is told about an artist.
struct ArtistInfoBody: JSONWritable {
    let info: ArtistInfo
    let annotations: Annotations

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", info.artist.id.rawValue)
            json.field("name", info.artist.name)
            json.field("image", info.artist.picture.map(ImagePath.text))
            json.field("biography", info.biography)
            json.field("musicBrainzId", info.musicBrainzID)
            json.field("similar", info.similar.map { ArtistItemBody($0, annotations) })
        }
    }

    static let schema = Schema.object(
        required: [("id", .text), ("name", .text), ("similar", .array(.named("ArtistItem")))],
        optional: [("image", .text), ("biography", .text), ("musicBrainzId", .text)])
}

/// What is told about an album.
struct AlbumInfoBody: JSONWritable {
    let info: AlbumInfo

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", info.album.id.rawValue)
            json.field("name", info.album.name)
            json.field("cover", info.album.cover.map(ImagePath.text))
            json.field("notes", info.notes)
            json.field("musicBrainzId", info.musicBrainzRelease)
        }
    }

    static let schema = Schema.object(
        required: [("id", .text), ("name", .text)],
        optional: [("cover", .text), ("notes", .text), ("musicBrainzId", .text)])
}
