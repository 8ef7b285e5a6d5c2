import Foundation
import Catalog
import HTTPSupport
import Primitives
import Sharing

/// The preview that programs show where a user posts a share's link: Open Graph (ogp.me) in the page's head, and oEmbed
/// (oembed.com).
struct LinkPreview: Sendable {
    /// The picture's width and height in pixels.
    static let pictureSize = 600
    /// The number of titles in the description.
    private static let titles = 3

    let contents: ShareContents
    /// The page's own address, and the server's: `https://music.example:8443`.
    let address: String
    let origin: String

    var title: String {
        ([contents.heading.artists.joined(separator: ", ")] + [contents.heading.title]).filter { !$0.isEmpty }
            .joined(separator: " – ")
    }

    var picture: String? {
        contents.tracks.first.map { "\(address)/tracks/\($0.id.rawValue)/cover?size=\(Self.pictureSize)" }
    }

    /// Elements of the page's head.
    var head: String {
        var properties = [
            ("og:site_name", "Rondo"), ("og:title", title), ("og:type", type), ("og:url", address),
            ("og:description", description), ("twitter:card", "summary"),
        ]
        if let picture {
            properties += [
                ("og:image", picture), ("og:image:width", "\(Self.pictureSize)"),
                ("og:image:height", "\(Self.pictureSize)"), ("og:image:type", "image/jpeg"),
            ]
        }
        if contents.heading.kind == .track, let track = contents.tracks.first {
            properties += [
                ("music:duration", "\(track.durationMilliseconds / 1000)"),
                ("og:audio", "\(address)/tracks/\(track.id.rawValue)/stream"), ("og:audio:type", track.mediaType),
            ]
        }
        let tags = properties.map { name, content in
            #"<meta property="\#(name)" content="\#(Self.escaped(content))">"#
        }
        let card = "\(origin)/oembed?format=json&url=\(address.percentEncoded)"
        let link =
            #"<link rel="alternate" type="application/json+oembed" href="\#(Self.escaped(card))" "#
            + #"title="\#(Self.escaped(title))">"#
        return (["<title>\(Self.escaped(title))</title>"] + tags + [link]).map { "  \($0)\n" }.joined()
    }

    private var type: String {
        switch contents.heading.kind {
        case .track: "music.song"
        case .album: "music.album"
        case .playlist, .mix: "music.playlist"
        }
    }

    private var description: String {
        let more = contents.tracks.count - Self.titles
        let titles = contents.tracks.prefix(Self.titles).map(\.title).joined(separator: ", ")
        let names = contents.heading.kind == .track ? contents.tracks.first?.albumName ?? "" : titles
        return [contents.owner, names + (more > 0 ? " +\(more)" : "")].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// Escapes text for HTML content and quoted attributes; control characters are left out.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: if scalar.properties.generalCategory != .control { escaped.unicodeScalars.append(scalar) }
            }
        }
    }
}

/// A share's link as oEmbed 1.0 describes it (oembed.com, §2.3.4): a card, since other sites cannot frame the page.
struct LinkCardBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("version") { _ in "1.0" }
        Field("type") { _ in "link" }
        Field("title") { $0.preview.title }
        Field("author_name") { $0.preview.contents.owner }
        Field("provider_name") { _ in "Rondo" }
        Field("provider_url") { $0.preview.origin }
        Field("cache_age") { _ in age }
        Field("thumbnail_url") { $0.picture }
        Field("thumbnail_width") { $0.picture.map { _ in LinkPreview.pictureSize } }
        Field("thumbnail_height") { $0.picture.map { _ in LinkPreview.pictureSize } }
    }

    /// The time that it may be cached, in seconds.
    private static let age = 3600

    let preview: LinkPreview
    /// Whether the picture fits into the size that the client asked for.
    let showsPicture: Bool

    private var picture: String? { showsPicture ? preview.picture : nil }
}
