import Foundation
import HTTPSupport
import HTTPTypes
import Hummingbird
import Lyrics
import NIOCore
import Primitives

/// The envelope of every answer: the header's `status_code` is the answer's status. HTTP's own is 200, as there, except
/// where the server itself fails.
struct MusixmatchReply: Sendable {
    private let status: Int
    private let http: HTTPResponse.Status
    /// The number of results on all pages of a search.
    private let available: Int?
    private let hint: String?
    private let began: ContinuousClock.Instant
    private let body: @Sendable (inout ReplyWriter) -> Void

    init(
        available: Int? = nil, began: ContinuousClock.Instant, _ body: @escaping @Sendable (inout ReplyWriter) -> Void
    ) {
        (status, http, hint) = (200, .ok, nil)
        self.available = available
        self.began = began
        self.body = { $0.object("body", body) }
    }

    /// A reply of one object.
    init(
        _ object: StaticString, began: ContinuousClock.Instant,
        _ members: @escaping @Sendable (inout ReplyWriter) -> Void
    ) {
        self.init(began: began) { $0.object(object, members) }
    }

    /// An error has an empty list for a body.
    init(_ failure: RequestFailure, began: ContinuousClock.Instant) {
        // The service's code for a limit that was reached.
        status = failure.status == .tooManyRequests ? 402 : Int(failure.status.code)
        http = failure.status.kind == .serverError ? failure.status : .ok
        available = nil
        hint = failure.message
        self.began = began
        body = { $0.list("body", each: "item", [String]()) { _, _ in } }
    }

    func response(_ format: ReplyFormat) -> Response {
        let passed = (ContinuousClock.now - began) / .microseconds(1)
        let bytes = ReplyWriter.document(format, "message", capacity: 8 * 1024) { message in
            message.object("header") { header in
                header.number("status_code", status)
                header.number("execute_time", passed.rounded() / 1_000_000)
                if let available { header.number("available", available) }
                header.text("hint", hint)
            }
            body(&message)
        }
        return Response(
            status: http, headers: [.contentType: format.mediaType, .cacheControl: "private, no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension ReplyFormat {
    /// JSON unless `format` requests another form, as there.
    ///
    /// Throws for an unknown form, and for a JSONP callback that is missing or is no function's name.
    init(_ parameters: RequestParameters) throws(RequestFailure) {
        switch parameters.first("format")?.lowercased() {
        case nil, "", "json": self = .json
        case "xml": self = .xml
        case "jsonp":
            guard let format = Self.jsonp(calling: parameters.first("callback") ?? "") else {
                throw .malformed("callback", "the name of a function, of at most 128 letters")
            }
            self = format
        default: throw .malformed("format", "json, jsonp or xml")
        }
    }
}

extension ReplyWriter {
    /// The service has 1 and 0 for true and false.
    mutating func flag(_ name: StaticString, _ value: Bool) {
        number(name, value ? 1 : 0)
    }

    /// A list of objects: in JSON each is the only member of another object, in XML they are the elements of one.
    mutating func list<Items: Sequence>(
        _ name: StaticString, each: StaticString, _ items: Items,
        _ members: (inout ReplyWriter, Items.Element) -> Void
    ) {
        if isXML {
            object(name) { $0.array(each, items, members) }
        } else {
            array(name, items) { writer, item in writer.object(each) { members(&$0, item) } }
        }
    }
}

/// A song. Its number is both its `track_id` and its `commontrack_id`: the server knows no other recordings of it.
struct MusixmatchTrack: Sendable {
    let song: LyricsSong
    private let isRestricted: Bool
    private let isInstrumental: Bool

    init(_ song: LyricsSong) {
        self.song = song
        (isRestricted, isInstrumental) = (song.isRestricted, song.isInstrumental)
    }

    init(_ song: LyricsSong, _ served: ServedLyrics) {
        self.song = song
        (isRestricted, isInstrumental) = (served.isRestricted && served.lyrics.isEmpty, served.isInstrumental)
    }

    func write(to track: inout ReplyWriter) {
        track.number("track_id", song.number)
        track.number("commontrack_id", song.number)
        track.text("track_isrc", song.isrc ?? "")
        track.text("track_name", song.title)
        track.list("track_name_translation_list", each: "track_name_translation", [String]()) { _, _ in }
        track.number("track_rating", song.precision == nil ? 0 : 50)
        track.number("track_length", song.durationMilliseconds / 1000)
        track.flag("instrumental", isInstrumental)
        track.flag("explicit", song.isExplicit)
        track.flag("restricted", isRestricted)
        track.flag("has_lyrics", song.precision != nil)
        track.flag("has_subtitles", song.precision == .lines || song.precision == .words)
        track.flag("has_richsync", song.precision == .words)
        track.number("num_favourite", 0)
        track.number("album_id", Self.number(song.albumID.rawValue))
        track.text("album_name", song.album)
        track.number("artist_id", Self.number(song.firstArtist?.rawValue ?? ""))
        track.text("artist_name", song.artist)
        track.text("track_share_url", "")
        track.text("track_edit_url", "")
        track.text("updated_time", ISO8601.text(of: song.changedAt))
        track.object("primary_genres") { genres in
            genres.list("music_genre_list", each: "music_genre", [String]()) { _, _ in }
        }
    }

    /// A number of 31 bits that stays the same for an album or artist, for clients that group by it. Nothing can be
    /// asked for by it.
    private static func number(_ id: String) -> Int {
        let hash = StableHash(id).value
        return Int((hash ^ hash >> 32) & 0x7FFF_FFFF)
    }
}

/// Lyrics in one of three forms, with the terms of the provider that gave them.
struct MusixmatchText: Sendable {
    /// The names of the members that the forms have in common.
    struct Form: Sendable {
        let id, body, language, description: StaticString
        /// Nil for text without times.
        var length: StaticString?
        /// A second name for the language; nil for none.
        var alias: StaticString?

        static let lyrics = Form(
            id: "lyrics_id", body: "lyrics_body", language: "lyrics_language",
            description: "lyrics_language_description")
        static let subtitle = Form(
            id: "subtitle_id", body: "subtitle_body", language: "subtitle_language",
            description: "subtitle_language_description", length: "subtitle_length")
        // The service spells the second name so.
        static let richsync = Form(
            id: "richsync_id", body: "richsync_body", language: "richsync_language",
            description: "richsync_language_description", length: "richsync_length", alias: "richssync_language")
    }

    let song: LyricsSong
    let form: Form
    /// Nil where nobody sings, or the lyrics are restricted to other countries.
    let text: SongLyrics?
    var isInstrumental = false
    let content: String

    func write(to writer: inout ReplyWriter) {
        let (language, length) = (text?.language ?? "", Int(song.durationMilliseconds / 1000))
        let described = language.isEmpty ? "" : Self.english.localizedString(forLanguageCode: language) ?? ""
        let isExplicit = text?.rights?.isExplicit ?? song.isExplicit
        writer.number(form.id, song.number)
        writer.text(form.body, content)
        if let name = form.length { writer.number(name, length) }
        writer.text(form.language, language)
        if let name = form.alias { writer.text(name, language) }
        writer.text(form.description, described)
        writer.flag("explicit", isExplicit)
        writer.flag("instrumental", isInstrumental)
        writer.flag("restricted", text == nil && !isInstrumental)
        writer.text("lyrics_copyright", text?.rights?.copyright ?? "")
        writer.text("pixel_tracking_url", text?.rights?.pixelTrackingURL ?? "")
        writer.text("script_tracking_url", text?.rights?.scriptTrackingURL ?? "")
        writer.text("html_tracking_url", text?.rights?.htmlTrackingURL ?? "")
        writer.text("backlink_url", text?.rights?.backlinkURL ?? "")
        writer.text("updated_time", ISO8601.text(of: song.changedAt))
    }

    private static let english = Locale(identifier: "en")
}
