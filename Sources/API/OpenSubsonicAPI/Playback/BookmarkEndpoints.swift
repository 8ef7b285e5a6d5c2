import Accounts
import Catalog
import HTTPSupport
package import Listening
package import Podcasts
import Primitives

/// Bookmarks: positions in long songs to which the caller returns, and in episodes of podcasts, which have one each.
package struct BookmarkEndpoints: Sendable {
    let bookmarks: BookmarkService
    let episodes: EpisodeService
    let items: ItemReader

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("getBookmarks", .requires(.read, .listen), compressed: true, all)
        SubsonicEndpoint("createBookmark", .requires(.write, .listen), create)
        SubsonicEndpoint("deleteBookmark", .requires(.write, .listen)) { call in
            if case .episode(let id) = SubsonicID(try call.required("id")) {
                _ = try await episodes.setState(of: id, position: .zero, isPlayed: nil, as: call.caller)
                return .empty
            }
            try await bookmarks.remove(call.track(), as: call.caller, from: call.origin)
            return .empty
        }
    }

    private func all(_ call: SubsonicCall) async throws -> Reply {
        let (caller, username) = (try call.caller, try call.signedIn().username)
        let found = try await Page.all { try await bookmarks.list($0, as: caller) }.map(\.bookmark)
        let songs = try await items.songsByID(found.map(\.track), as: caller)
        let shown = found.compactMap { bookmark in songs[bookmark.track].map { (bookmark, $0) } }
        let begun = try await begunEpisodes(as: caller)
        let entries = shown.map(Entry.song) + begun.map(Entry.episode)
        return Reply.list("bookmarks", of: "bookmark", entries, each: 1800) { $1.write(username, to: &$0) }
    }

    /// A bookmark with what it is in.
    private enum Entry: Sendable {
        case song(Bookmark, SongBody)
        case episode(ListedEpisode, EpisodeState)

        func write(_ username: String, to writer: inout ReplyWriter) {
            switch self {
            case .song(let bookmark, let song):
                writer.attribute("position", bookmark.position.wholeMilliseconds)
                writer.attribute("username", username)
                writer.attribute("comment", bookmark.comment ?? "")
                writer.attribute("created", bookmark.createdAt)
                writer.attribute("changed", bookmark.changedAt)
                writer.object("entry") { song.write(to: &$0) }
            case .episode(let listed, let state):
                writer.attribute("position", state.position.wholeMilliseconds)
                writer.attribute("username", username)
                writer.attribute("comment", "")
                writer.attribute("created", state.changedAt)
                writer.attribute("changed", state.changedAt)
                writer.object("entry") { EpisodeChild(listed: listed).write(to: &$0) }
            }
        }
    }

    /// None while podcasts are switched off.
    private func begunEpisodes(as caller: Principal) async throws -> [(ListedEpisode, EpisodeState)] {
        do {
            return try await episodes.begun(as: caller).compactMap { listed in listed.state.map { (listed, $0) } }
        } catch let error as DomainError where error == PodcastRules.off {
            return []
        }
    }

    private func create(_ call: SubsonicCall) async throws -> Reply {
        guard let position = try call.position("position") else { throw SubsonicFailure.missing("position") }
        if case .episode(let id) = SubsonicID(try call.required("id")) {
            _ = try await episodes.setState(of: id, position: position, isPlayed: nil, as: call.caller)
            return .empty
        }
        _ = try await bookmarks.put(
            call.track(), position: position, comment: try call.text("comment", upTo: 8192),
            as: call.caller, from: call.origin)
        return .empty
    }
}
