import HTTPSupport
import Sharing

/// A share's link as oEmbed 1.0 describes it (oembed.com, §2.3.4): a card, since other sites cannot frame the page.
struct LinkCardBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("version", .text), ("type", .text), ("title", .text), ("author_name", .text), ("provider_name", .text),
            ("provider_url", .text), ("cache_age", .integer),
        ],
        optional: [("thumbnail_url", .text), ("thumbnail_width", .integer), ("thumbnail_height", .integer)])

    /// Seconds.
    private static let age = 3600

    let preview: LinkPreview
    /// Whether the picture is no larger than the asker wants it.
    let showsPicture: Bool

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("version", "1.0")
            json.field("type", "link")
            json.field("title", preview.title)
            json.field("author_name", preview.contents.owner)
            json.field("provider_name", "Rondo")
            json.field("provider_url", preview.origin)
            json.field("cache_age", Self.age)
            if showsPicture, let picture = preview.picture {
                json.field("thumbnail_url", picture)
                json.field("thumbnail_width", LinkPreview.pictureSize)
                json.field("thumbnail_height", LinkPreview.pictureSize)
            }
        }
    }
}
