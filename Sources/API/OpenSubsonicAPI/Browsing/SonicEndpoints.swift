import Accounts
package import Analysis
import Catalog
import HTTPSupport
import Primitives

/// Music that sounds similar: the extension `sonicSimilarity`.
package struct SonicEndpoints: Sendable {
    let sonic: SonicSimilarityService
    let items: ItemReader

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("getSonicSimilarTracks", .requires(.read, .browse), compressed: true) { call in
            let caller = try call.caller
            let track = try await track("id", call, caller)
            let count = try call.count("count", default: 10, most: SonicSimilarityService.most)
            return try await reply(try await sonic.similar(to: track, limit: count, as: caller), caller)
        }
        SubsonicEndpoint("findSonicPath", .requires(.read, .browse), compressed: true, path)
    }

    private func path(_ call: SubsonicCall) async throws -> Reply {
        let caller = try call.caller
        let start = try await track("startSongId", call, caller)
        let end = try await track("endSongId", call, caller)
        let count = try call.count("count", default: 25, most: SonicSimilarityService.most)
        return try await reply(try await sonic.path(from: start, to: end, limit: max(1, count), as: caller), caller)
    }

    /// A track that the caller may see.
    private func track(_ name: String, _ call: SubsonicCall, _ caller: Principal) async throws -> ID<Track> {
        try await items.browsing.track(call.track(name), as: caller).item.id
    }

    private func reply(_ matches: [SonicMatch], _ caller: Principal) async throws -> Reply {
        let songs = try await items.songs(matches.map(\.track), as: caller)
        let similarities = Dictionary(matches.map { ($0.track, $0.similarity) }) { first, _ in first }
        return Reply(capacity: songs.count * 1600) { writer in
            writer.array("sonicMatch", songs) { writer, song in
                writer.object("entry") { song.write(to: &$0) }
                writer.number("similarity", similarities[song.id] ?? 0)
            }
        }
    }
}
