package import Primitives

/// A podcast's feed as it was read. All text is plain: markup is removed.
package struct Feed: Sendable, Equatable {
    package var title = ""
    package var author: String?
    package var text = ""
    package var homePage: String?
    /// The address of the picture.
    package var picture: String?
    /// The address to which the feed says that it has moved (`itunes:new-feed-url`).
    package var movedTo: String?
    /// Whether the feed says that it is explicit (`itunes:explicit`).
    package var isExplicit = false
    /// In the order of the feed, each once.
    package var items: [FeedItem] = []
}

/// An episode in a feed.
package struct FeedItem: Sendable, Equatable {
    /// The feed's own identifier; the audio's address where it has none.
    package var guid = ""
    package var title = ""
    package var text = ""
    package var publishedAt: Timestamp?
    package var durationMilliseconds: Int64?
    package var audio = ""
    package var mediaType = ""
    /// Bytes, as the feed claims; nil where it does not.
    package var size: Int64?
    package var season: Int?
    package var number: Int?
    package var picture: String?
    /// The address of a document of chapters (`podcast:chapters`, JSON).
    package var chapters: String?
    package var transcript: FeedTranscript?
    package var isExplicit = false

    package init() {}
}

/// The address of a transcript, and its format.
package struct FeedTranscript: Sendable, Equatable {
    package enum Format: String, Sendable, CaseIterable {
        case vtt, srt, json

        /// By media type (`podcast:transcript`); nil for one without times, such as a page.
        package init?(mediaType: String) {
            switch mediaType.lowercased().prefix(while: { $0 != ";" }) {
            case "text/vtt": self = .vtt
            case "application/srt", "application/x-subrip", "text/srt": self = .srt
            case "application/json": self = .json
            default: return nil
            }
        }
    }

    package let address: String
    package let format: Format

    package init(address: String, format: Format) {
        self.address = address
        self.format = format
    }
}

/// A document that is no feed, or too much of one, with the reason.
package struct FeedFault: Error, Equatable {
    package let reason: String
}
