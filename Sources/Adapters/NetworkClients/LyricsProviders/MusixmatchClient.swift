import Catalog
import Foundation
import Lyrics
import Primitives

/// Musixmatch's requests of API 1.1: the song by its names, and then its words in the finest form that there is and
/// that the key's plan allows. The status is in the body; the HTTP status says little.
struct MusixmatchClient: Sendable {
    private static let root = "/ws/1.1/"
    private static let mostCountries = 300

    let request: ProviderRequest
    /// The server's ISO 3166 code.
    let country: String?

    /// The forms of a song's words, the finest first, with the flag of songs that have it.
    private static let forms = [
        (method: "track.richsync.get", flag: "has_richsync", name: "richsync"),
        (method: "track.subtitle.get", flag: "has_subtitles", name: "subtitle"),
        (method: "track.lyrics.get", flag: "has_lyrics", name: "lyrics"),
    ]

    func find(_ song: NamedTrack) async throws -> ProviderAnswer {
        let query = [
            ("q_track", song.title as String?), ("q_artist", song.artist),
            ("q_album", song.album.flatMap { $0.isEmpty ? nil : $0 }),
        ]
        guard let body = try await get("matcher.track.get", query), let track = body.object("track") else {
            return .none
        }
        guard let title = track.name("track_name"), let artist = track.name("artist_name"),
            let number = track.number("commontrack_id") ?? track.number("track_id"),
            let id = Int64(exactly: number.rounded())
        else { throw ServiceFailure(.malformed) }
        let offered = NamedTrack(
            title: title, artist: artist, album: track.name("album_name"),
            durationMilliseconds: track.length("track_length"))
        guard song.fits(offered) else { return .none }
        let form = track.number("commontrack_id") == nil ? "track_id" : "commontrack_id"
        var isRestricted = track.flag("restricted") == true
        // A plan may allow the plain words and not the timed ones.
        var refusal: ServiceFailure?
        for one in Self.forms where track.flag(one.flag) == true {
            do {
                guard let words = try await get(one.method, [(form, "\(id)")])?.object(one.name) else { continue }
                if words.flag("restricted") == true || isBlocked(words) {
                    isRestricted = true
                    continue
                }
                if let text = text(words, one.name) { return .words([text]) }
            } catch let failure as ServiceFailure where failure.reason == .key {
                refusal = failure
            }
        }
        if isRestricted { return .restricted }
        if track.flag("instrumental") == true { return .instrumental }
        if let refusal { throw refusal }
        return .none
    }

    func probe(_ song: NamedTrack) async throws {
        _ = try await get("matcher.track.get", [("q_track", song.title), ("q_artist", song.artist)])
    }

    /// The body of a call; nil where the service has no such song or words.
    private func get(_ method: String, _ query: [(name: String, value: String?)]) async throws -> ProviderObject? {
        let document = try await request.get(
            Self.root + method, query + [("format", "json")], keyName: "apikey")
        let parsed = try? ProviderObject.document(document.content)
        guard let message = ProviderObject(parsed)?.object("message"),
            let status = message.object("header")?.number("status_code"), let code = Int(exactly: status)
        else { throw document.reply.failure ?? ServiceFailure(.malformed) }
        if let failure = ServiceFailure(status: code, wait: document.reply.wait) { throw failure }
        // The body of an error is an empty text, list or object.
        return code == 200 ? message.object("body") : nil
    }

    private func text(_ words: ProviderObject, _ form: String) -> StoredLyrics? {
        guard let body = words.text(form + "_body") else { return nil }
        let content = form == "richsync" ? RichSyncReading.lrc(body) : body
        guard let content else { return nil }
        return StoredLyrics(
            source: .provider, language: language(words, form), format: .lrc, content: Array(content.utf8),
            rights: rights(words))
    }

    /// An ISO 639 code; nil for anything else.
    private func language(_ words: ProviderObject, _ form: String) -> String? {
        let code = words.text(form + "_language") ?? words.text("richssync_language")
        return code.flatMap { code in
            (2...3).contains(code.utf8.count) && code.utf8.allSatisfy { (0x61...0x7A).contains($0) } ? code : nil
        }
    }

    /// The terms are handed on as they are. Their addresses are opened by nobody here.
    private func rights(_ words: ProviderObject) -> LyricsRights {
        LyricsRights(
            provider: request.provider.name, copyright: words.text("lyrics_copyright"),
            pixelTrackingURL: words.text("pixel_tracking_url"), scriptTrackingURL: words.text("script_tracking_url"),
            htmlTrackingURL: words.text("html_tracking_url"), backlinkURL: words.text("backlink_url"),
            countries: countries(words), isExplicit: words.flag("explicit"))
    }

    private func countries(_ words: ProviderObject) -> Set<String>? {
        let region = words.object("region_restriction")
        guard let allowed = region?.texts("allowed", upTo: Self.mostCountries), !allowed.isEmpty else { return nil }
        return Set(allowed.map { $0.uppercased() }.filter { $0.utf8.count == 2 })
    }

    /// Whether the words are blocked here. A server of unknown country takes only what is blocked nowhere.
    private func isBlocked(_ words: ProviderObject) -> Bool {
        let region = words.object("region_restriction")
        guard let blocked = region?.texts("blocked", upTo: Self.mostCountries), !blocked.isEmpty else { return false }
        return country.map { country in blocked.contains { $0.uppercased() == country } } ?? true
    }
}

/// Reads lines with the times of their words, as Musixmatch writes them: `ts` and `te` are the line's start and end in
/// seconds, `l` its parts `c` with the time `o` from its start.
enum RichSyncReading {
    private static let partLimit = 1000
    private static let lineLimit = 5000

    /// The lines as LRC in milliseconds; nil for what is no such list.
    static func lrc(_ text: String) -> String? {
        guard let list = try? ProviderObject.document(Array(text.utf8)) else { return nil }
        let lines = ProviderObject.objects(list, upTo: lineLimit).compactMap(line).sorted {
            $0.start ?? 0 < $1.start ?? 0
        }
        guard !lines.isEmpty else { return nil }
        return SongLyrics(source: .provider, isSynced: true, lines: lines).exactLRC
    }

    private static func line(_ object: ProviderObject) -> LyricsLine? {
        guard let start = milliseconds(object, "ts") else { return nil }
        var (text, words): (String, [LyricsWord]) = ("", [])
        for part in object.objects("l", upTo: partLimit) {
            guard let piece = part.anyText("c"), !piece.contains(where: \.isNewline) else { return nil }
            let from = text.utf8.count
            text += piece
            let leading = piece.prefix { $0.isWhitespace }.utf8.count
            let trailing = piece.reversed().prefix { $0.isWhitespace }.reduce(0) { $0 + $1.utf8.count }
            guard leading < piece.utf8.count, let offset = milliseconds(part, "o") else { continue }
            let begin = max(start + offset, words.last?.start ?? start)
            words.append(
                LyricsWord(start: begin, range: (from + leading)..<(from + piece.utf8.count - trailing)))
        }
        if words.isEmpty { text = object.text("x") ?? text }
        let end = milliseconds(object, "te").flatMap { $0 > start ? $0 : nil }
        return LyricsLine(start: start, end: end, text: text, words: words)
    }

    private static func milliseconds(_ object: ProviderObject, _ name: String) -> Int? {
        guard let seconds = object.number(name), (0...86_400).contains(seconds) else { return nil }
        return Int((seconds * 1000).rounded())
    }
}
