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
    private let body: @Sendable (inout JSONWriter) -> Void

    init(
        available: Int? = nil, began: ContinuousClock.Instant, _ body: @escaping @Sendable (inout JSONWriter) -> Void
    ) {
        (status, http, hint) = (200, .ok, nil)
        self.available = available
        self.began = began
        self.body = body
    }

    /// An error has an empty list for a body.
    init(_ failure: LyricsFailure, began: ContinuousClock.Instant) {
        // The service's code for a limit that was reached.
        status = failure.status == .tooManyRequests ? 402 : Int(failure.status.code)
        http = failure.status.kind == .serverError ? failure.status : .ok
        available = nil
        hint = failure.message
        self.began = began
        body = { $0.array([String]()) { $0.value($1) } }
    }

    var response: Response {
        var json = JSONWriter(capacity: 8 * 1024)
        let passed = (ContinuousClock.now - began) / .microseconds(1)
        json.object { json in
            json.key("message")
            json.object { json in
                json.key("header")
                json.object { json in
                    json.field("status_code", status)
                    json.field("execute_time", passed.rounded() / 1_000_000)
                    json.field("available", available)
                    json.field("hint", hint)
                }
                json.key("body")
                body(&json)
            }
        }
        return Response(
            status: http, headers: [.contentType: "application/json", .cacheControl: "private, no-store"],
            body: ResponseBody(byteBuffer: json.buffer))
    }
}

/// A song. Its number is both its `track_id` and its `commontrack_id`: the server knows no other recordings of it.
struct MusixmatchTrack: JSONWritable {
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

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("track_id", song.number)
            json.field("commontrack_id", song.number)
            json.field("track_isrc", song.isrc ?? "")
            json.field("track_name", song.title)
            json.field("track_name_translation_list", [String]())
            json.field("track_rating", song.precision == nil ? 0 : 50)
            json.field("track_length", Int(song.durationMilliseconds / 1000))
            json.field("instrumental", isInstrumental ? 1 : 0)
            json.field("explicit", song.isExplicit ? 1 : 0)
            json.field("restricted", isRestricted ? 1 : 0)
            json.field("has_lyrics", song.precision == nil ? 0 : 1)
            json.field("has_subtitles", song.precision == .lines || song.precision == .words ? 1 : 0)
            json.field("has_richsync", song.precision == .words ? 1 : 0)
            json.field("num_favourite", 0)
            json.field("album_id", Self.number(song.albumID.rawValue))
            json.field("album_name", song.album)
            json.field("artist_id", Self.number(song.firstArtist?.rawValue ?? ""))
            json.field("artist_name", song.artist)
            json.field("track_share_url", "")
            json.field("track_edit_url", "")
            json.field("updated_time", song.changedAt)
            json.key("primary_genres")
            json.object { $0.field("music_genre_list", [String]()) }
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
struct MusixmatchText: JSONWritable {
    enum Form: Sendable {
        case lyrics, subtitle, richsync
    }

    private let song: LyricsSong
    private let form: Form
    private let text: SongLyrics?
    private let isInstrumental: Bool
    private let content: String

    /// - Parameter text: nil where nobody sings, or the lyrics are restricted to other countries.
    init(_ song: LyricsSong, _ form: Form, _ text: SongLyrics?, isInstrumental: Bool = false, content: String) {
        self.song = song
        self.isInstrumental = isInstrumental
        self.form = form
        self.text = text
        self.content = content
    }

    func write(to json: inout JSONWriter) {
        let (language, length) = (text?.language ?? "", Int(song.durationMilliseconds / 1000))
        let described = language.isEmpty ? "" : Self.english.localizedString(forLanguageCode: language) ?? ""
        let isExplicit = text?.rights?.isExplicit ?? song.isExplicit
        json.object { json in
            switch form {
            case .lyrics:
                json.field("lyrics_id", song.number)
                json.field("lyrics_body", content)
                json.field("lyrics_language", language)
                json.field("lyrics_language_description", described)
            case .subtitle:
                json.field("subtitle_id", song.number)
                json.field("subtitle_body", content)
                json.field("subtitle_length", length)
                json.field("subtitle_language", language)
                json.field("subtitle_language_description", described)
            case .richsync:
                json.field("richsync_id", song.number)
                json.field("richsync_body", content)
                json.field("richsync_length", length)
                json.field("richsync_language", language)
                // The service spells it so.
                json.field("richssync_language", language)
                json.field("richsync_language_description", described)
            }
            json.field("explicit", isExplicit ? 1 : 0)
            json.field("instrumental", isInstrumental ? 1 : 0)
            json.field("restricted", text == nil && !isInstrumental ? 1 : 0)
            json.field("lyrics_copyright", text?.rights?.copyright ?? "")
            json.field("pixel_tracking_url", text?.rights?.pixelTrackingURL ?? "")
            json.field("script_tracking_url", text?.rights?.scriptTrackingURL ?? "")
            json.field("html_tracking_url", text?.rights?.htmlTrackingURL ?? "")
            json.field("backlink_url", text?.rights?.backlinkURL ?? "")
            json.field("updated_time", song.changedAt)
        }
    }

    private static let english = Locale(identifier: "en")
}
