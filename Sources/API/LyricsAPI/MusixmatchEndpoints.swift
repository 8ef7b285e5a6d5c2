import HTTPSupport
import HTTPTypes
import Hummingbird
import Lyrics
import Primitives

/// Musixmatch's requests of API 1.1 (docs.musixmatch.com, Lyrics API): search, a song by number or ISRC or names, and
/// its lyrics as text, as subtitle and word by word.
struct MusixmatchEndpoints: Sendable {
    private static let root = "/musixmatch/ws/1.1/"
    /// The difference in seconds between the length of a song and the one that is asked for, where none is given.
    private static let standardDeviation = 1
    /// The parameters that give the wanted length.
    private static let subtitle = "f_subtitle_length"
    private static let richsync = "f_richsync_length"

    let directory: LyricsDirectory

    var endpoints: [LyricsEndpoint] {
        [
            row("track.search", search),
            row("track.get") { call in try await track(byID(call), call) },
            row("track.lyrics.get") { call in try await lyrics(byID(call), call) },
            row("track.subtitle.get") { call in try await subtitle(byID(call, length(Self.subtitle, call)), call) },
            row("track.richsync.get") { call in try await richsync(byID(call, length(Self.richsync, call)), call) },
            row("matcher.track.get") { call in try await track(byNames(call), call) },
            row("matcher.lyrics.get") { call in try await lyrics(byNames(call), call) },
            row("matcher.subtitle.get") { call in try await subtitle(byNames(call), call) },
        ]
    }

    private func row(
        _ name: String, _ handler: @escaping @Sendable (LyricsCall) async throws -> MusixmatchReply
    ) -> LyricsEndpoint {
        LyricsEndpoint(path: Self.root + name) { call in
            let format = try ReplyFormat(call.parameters)
            return try await handler(call).response(format)
        }
    }

    // MARK: Songs

    @Sendable private func search(_ call: LyricsCall) async throws -> MusixmatchReply {
        let query = try LyricsQuery(
            title: try call.text("q_track"), artist: try call.text("q_artist"), album: try call.text("q_album"),
            names: try call.text("q_track_artist"), anything: try call.text("q"), words: try call.text("q_lyrics"),
            precision: try precision(call))
        guard !query.isEmpty else {
            throw RequestFailure.malformed("One of q, q_track, q_artist and q_lyrics", "given")
        }
        let page = try call.integer("page", in: 1...1_000_000) ?? 1
        let count = try call.integer("page_size", in: 1...100) ?? 10
        let found = try await directory.search(query, offset: (page - 1) * count, count: count, as: call.caller)
        return MusixmatchReply(available: found.total, began: call.began) { body in
            body.list("track_list", each: "track", found.songs) { MusixmatchTrack($1).write(to: &$0) }
        }
    }

    /// The precision that the filters ask for.
    private func precision(_ call: LyricsCall) throws -> SongLyrics.Precision? {
        func isAsked(_ name: String) throws -> Bool {
            guard let text = try call.text(name, upTo: 16)?.lowercased() else { return false }
            switch text {
            case "1", "true": return true
            case "0", "false": return false
            default: throw RequestFailure.malformed(name, "0 or 1")
            }
        }
        if try isAsked("f_has_richsync") { return .words }
        if try isAsked("f_has_subtitle") { return .lines }
        return try isAsked("f_has_lyrics") ? SongLyrics.Precision.none : nil
    }

    private func byID(_ call: LyricsCall, _ length: LyricsLength? = nil) async throws -> LyricsSong {
        for name in ["commontrack_id", "track_id"] {
            guard let text = try call.text(name, upTo: 64) else { continue }
            guard let number = Int64(text) else { throw RequestFailure.malformed(name, "a whole number") }
            return try await directory.song(number, as: call.caller)
        }
        guard let isrc = try isrc(call) else {
            throw RequestFailure.malformed("One of commontrack_id, track_id and track_isrc", "given")
        }
        return try await directory.song(isrc: isrc, length: length, as: call.caller)
    }

    private func byNames(_ call: LyricsCall) async throws -> LyricsSong {
        let length = try length(Self.subtitle, call)
        if let isrc = try isrc(call) {
            return try await directory.song(isrc: isrc, length: length, as: call.caller)
        }
        guard let title = try call.text("q_track") else {
            throw RequestFailure.malformed("q_track or track_isrc", "given")
        }
        let name = LyricsName(
            title: title, artist: try call.text("q_artist"), album: try call.text("q_album"), length: length)
        return try await directory.song(named: name, isExact: false, as: call.caller)
    }

    private func isrc(_ call: LyricsCall) throws -> String? {
        try call.text("track_isrc", upTo: 64)?.uppercased().filter { $0 != "-" && $0 != " " }
    }

    @Sendable private func track(_ song: LyricsSong, _ call: LyricsCall) async throws -> MusixmatchReply {
        let served = try await directory.lyrics(of: song, as: call.caller)
        return MusixmatchReply("track", began: call.began) { MusixmatchTrack(song, served).write(to: &$0) }
    }

    // MARK: Lyrics

    private func lyrics(_ song: LyricsSong, _ call: LyricsCall) async throws -> MusixmatchReply {
        let served = try await directory.lyrics(of: song, as: call.caller)
        let text = served.isInstrumental ? nil : try Self.text(of: served, .none)
        let lyrics = MusixmatchText(
            song: song, form: .lyrics, text: text, isInstrumental: served.isInstrumental,
            content: text?.plainText ?? "")
        return MusixmatchReply("lyrics", began: call.began, lyrics.write)
    }

    private func subtitle(_ song: LyricsSong, _ call: LyricsCall) async throws -> MusixmatchReply {
        let format = try call.text("subtitle_format", upTo: 16)?.lowercased() ?? "lrc"
        guard let format = SubtitleFormat(rawValue: format) else {
            let names = SubtitleFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw RequestFailure.malformed("subtitle_format", "one of \(names)")
        }
        try checkLength(of: song, length(Self.subtitle, call))
        let text = try Self.text(of: await directory.lyrics(of: song, as: call.caller), .lines)
        let content = try text.map { try format.content(of: $0, song) } ?? ""
        let subtitle = MusixmatchText(song: song, form: .subtitle, text: text, content: content)
        return MusixmatchReply("subtitle", began: call.began, subtitle.write)
    }

    private func richsync(_ song: LyricsSong, _ call: LyricsCall) async throws -> MusixmatchReply {
        try checkLength(of: song, length(Self.richsync, call))
        let text = try Self.text(of: await directory.lyrics(of: song, as: call.caller), .words)
        let content = text.map { RichSync(lines: $0.lines).text } ?? ""
        let richsync = MusixmatchText(song: song, form: .richsync, text: text, content: content)
        return MusixmatchReply("richsync", began: call.began, richsync.write)
    }

    /// The song's own words with at least this precision. Nil where all of them are restricted to other countries;
    /// throws `notFound` where there are none.
    private static func text(of served: ServedLyrics, _ precision: SongLyrics.Precision) throws -> SongLyrics? {
        let main = served.lyrics.filter { $0.kind == .main }
        let text: SongLyrics? =
            switch precision {
            case .none: main.first { !$0.isSynced } ?? main.first
            case .lines: main.first { $0.isSynced }
            case .words: main.first { $0.precision == .words }
            }
        guard text != nil || served.isRestricted else {
            throw RequestFailure(status: .notFound, "There are no such lyrics of this song")
        }
        return text
    }

    /// The length that a parameter asks for.
    private func length(_ name: String, _ call: LyricsCall) throws -> LyricsLength? {
        let deviation = try call.seconds(name + "_max_deviation") ?? Int64(Self.standardDeviation * 1000)
        return try call.seconds(name).map { LyricsLength(milliseconds: $0, deviation: deviation) }
    }

    private func checkLength(of song: LyricsSong, _ length: LyricsLength?) throws {
        guard length?.admits(song.durationMilliseconds) ?? true else {
            throw RequestFailure(status: .notFound, "There are no lyrics of this length of this song")
        }
    }
}
