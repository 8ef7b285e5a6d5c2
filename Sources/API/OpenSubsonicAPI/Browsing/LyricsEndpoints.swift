import Accounts
import HTTPSupport
package import Lyrics
import Primitives

/// The lyrics of songs.
package struct LyricsEndpoints: Sendable {
    let lyrics: LyricsService
    /// Looks up songs without words, so that the next call has them; nil where none are looked up.
    var lookups: LyricsLookupService?

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("getLyrics", .requires(.read, .browse), compressed: true, byName)
        SubsonicEndpoint("getLyricsBySongId", .requires(.read, .browse), compressed: true, bySong)
    }

    /// The lyrics' text alone; empty where there are none.
    private func byName(_ call: SubsonicCall) async throws -> Reply {
        let (artist, title) = (try call.text("artist"), try call.text("title"))
        let caller = try call.caller
        guard let title, let found = try await lyrics.lyrics(titled: title, by: artist, as: caller) else {
            if let title, caller.may(.listen) { try await lookups?.lookUp(titled: title, by: artist, as: caller) }
            return Reply("lyrics") { $0.content("") }
        }
        let own = found.lyrics.filter { $0.kind == .main }
        let text = (own.first { !$0.isSynced } ?? own.first)?.wholeText ?? ""
        return Reply("lyrics") { writer in
            writer.attribute("artist", artist)
            writer.attribute("title", title)
            writer.content(text)
        }
    }

    private func bySong(_ call: SubsonicCall) async throws -> Reply {
        let isEnhanced = try call.flag("enhanced", default: false)
        let (track, caller) = (try call.track(), try call.caller)
        let all = try await lyrics.appliedLyrics(of: track, as: caller)
        if all.isEmpty, caller.may(.listen) { _ = try await lookups?.lookUp(track, as: caller) }
        let bodies = all.filter { isEnhanced || $0.kind == .main }.map {
            LyricsBody(lyrics: $0, isEnhanced: isEnhanced)
        }
        return Reply.list("lyricsList", of: "structuredLyrics", bodies, each: 8192) { $1.write(to: &$0) }
    }
}

/// A song's lyrics as `structuredLyrics`: lines, and for clients that ask for it the singers and the time of each word.
struct LyricsBody: Sendable {
    let lyrics: SongLyrics
    let isEnhanced: Bool

    func write(to writer: inout ReplyWriter) {
        // The standard's code for an undetermined language.
        writer.attribute("lang", lyrics.language ?? "und")
        writer.attribute("synced", lyrics.isSynced)
        writer.attribute("displayArtist", lyrics.artist)
        writer.attribute("displayTitle", lyrics.title)
        writer.attribute("offset", 0)
        if isEnhanced { writer.bareText("kind", lyrics.kind.rawValue) }
        writer.array("line", lyrics.lines) { writer, line in
            writer.attribute("start", lyrics.isSynced ? line.start : nil)
            writer.content(line.wholeText)
        }
        let cues = isEnhanced ? cueLines : []
        guard !cues.isEmpty else { return }
        if !lyrics.agents.isEmpty {
            writer.array("agents", each: "agent", lyrics.agents) { writer, agent in
                writer.attribute("id", agent.id)
                writer.bareText("role", agent.role == .background ? "bg" : agent.role.rawValue)
                writer.attribute("name", agent.name)
            }
        }
        writer.array("cueLine", cues) { writer, line in
            writer.attribute("index", line.index)
            writer.attribute("start", line.start)
            writer.attribute("end", line.end)
            writer.attribute("value", line.text)
            writer.attribute("agentId", line.agent)
            writer.array("cue", line.words) { writer, word in
                writer.attribute("start", word.start)
                writer.attribute("end", word.end)
                writer.attribute("byteStart", word.range.lowerBound)
                writer.attribute("byteEnd", word.range.upperBound - 1)
                writer.content(word.text(in: line.text))
            }
        }
    }

    private struct CueLine {
        let index: Int
        let start: Int?
        let end: Int?
        let text: String
        let words: [LyricsWord]
        let agent: String?
    }

    /// The lines with timed words or a background, each followed by the lines that other voices sing at the same time;
    /// the main voice comes first.
    private var cueLines: [CueLine] {
        let main = lyrics.agents.first { $0.role == .main }?.id
        return lyrics.lines.enumerated().flatMap { index, line in
            var lines: [CueLine] = []
            if !line.words.isEmpty || line.background != nil && !line.text.isEmpty {
                lines.append(
                    CueLine(
                        index: index, start: line.start, end: line.end, text: line.text, words: line.words,
                        agent: lyrics.agents.isEmpty ? nil : line.agent ?? main))
            }
            if let behind = line.background {
                lines.append(
                    CueLine(
                        index: index, start: behind.words.first?.start ?? line.start, end: behind.words.last?.end,
                        text: behind.text, words: behind.words, agent: lyrics.agents.isEmpty ? nil : behind.agent))
            }
            return lines.filter { $0.agent == main } + lines.filter { $0.agent != main }
        }
    }
}
