import Accounts
package import Lyrics
import Primitives

/// The words of songs.
package struct LyricsEndpoints: Sendable {
    private let lyrics: LyricsService

    package init(lyrics: LyricsService) {
        self.lyrics = lyrics
    }

    package var endpoints: [SubsonicEndpoint] {
        [
            SubsonicEndpoint("getLyrics", .requires(.read, .browse), compressed: true, byName),
            SubsonicEndpoint("getLyricsBySongId", .requires(.read, .browse), compressed: true, bySong),
        ]
    }

    /// The words alone, empty where there are none.
    @Sendable private func byName(_ call: SubsonicCall) async throws -> Reply {
        let (artist, title) = (try call.text("artist"), try call.text("title"))
        let caller = try call.caller
        guard let title, let found = try await lyrics.lyrics(titled: title, by: artist, as: caller) else {
            return Reply { $0.object("lyrics") { $0.content("") } }
        }
        let text = (found.lyrics.first { !$0.isSynced } ?? found.lyrics.first)?.text ?? ""
        return Reply { writer in
            writer.object("lyrics") { writer in
                writer.attribute("artist", artist)
                writer.attribute("title", title)
                writer.content(text)
            }
        }
    }

    @Sendable private func bySong(_ call: SubsonicCall) async throws -> Reply {
        let isEnhanced = try call.flag("enhanced", default: false)
        let all = try await lyrics.lyrics(of: call.track(), as: call.caller)
        let bodies = all.filter { isEnhanced || $0.kind == .main }.map { LyricsBody($0, isEnhanced: isEnhanced) }
        return Reply(capacity: bodies.count * 8192) { writer in
            writer.object("lyricsList") { writer in
                writer.array("structuredLyrics", bodies) { $1.write(to: &$0) }
            }
        }
    }
}
