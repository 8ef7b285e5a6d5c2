import Primitives

/// The media types of episodes (RFC 6838). Feeds and servers are not trusted with the type under which this server
/// sends a file on: a browser would treat a page as one of this server's own.
package enum EpisodeMediaType {
    /// The most frequent type of podcasts.
    private static let usual = "audio/mpeg"
    private static let names: [String: String] = [
        "audio/mpeg": usual, "audio/mp4": "audio/mp4", "audio/m4a": "audio/mp4", "audio/x-m4a": "audio/mp4",
        "audio/aac": "audio/aac", "audio/aacp": "audio/aac", "audio/ogg": "audio/ogg", "audio/opus": "audio/ogg",
        "audio/flac": "audio/flac", "audio/x-flac": "audio/flac", "audio/wav": "audio/wav", "audio/x-wav": "audio/wav",
        "audio/webm": "audio/webm", "video/mp4": "video/mp4",
    ]

    /// One of the types that this server sends: that of `text`, which may have parameters, or else the usual one.
    package static func known(_ text: String) -> String {
        let name = text.prefix(bytes: 100).lowercased().prefix { $0 != ";" && $0 != "," }
        return names[String(name).trimmed] ?? usual
    }
}
