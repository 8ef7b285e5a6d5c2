import Accounts
package import Catalog
import HTTPSupport
package import Listening
import Primitives

/// Bookmarks: positions in long songs to which the caller returns.
package struct BookmarkEndpoints: Sendable {
    let bookmarks: BookmarkService
    let browsing: BrowsingService
    let annotationReader: UserAnnotationsReader

    package var endpoints: [SubsonicEndpoint] {
        [
            SubsonicEndpoint("getBookmarks", .requires(.read, .listen), compressed: true, all),
            SubsonicEndpoint("createBookmark", .requires(.write, .listen), create),
            SubsonicEndpoint("deleteBookmark", .requires(.write, .listen), delete),
        ]
    }

    @Sendable private func all(_ call: SubsonicCall) async throws -> Reply {
        let (caller, username) = (try call.caller, try call.signedIn().username)
        var (found, cursor): ([Bookmark], Cursor?) = ([], nil)
        repeat {
            let page = try await bookmarks.list(
                PageRequest(limit: PageRequest.maximumLimit, cursor: cursor), as: caller)
            found += page.items.map(\.bookmark)
            cursor = page.next
        } while cursor != nil
        let tracks = try await browsing.tracks(for: found.map(\.track), as: caller)
        let userAnnotations = try await annotationReader.read(tracks: tracks, as: caller)
        let songs = Dictionary(
            tracks.map { ($0.item.id, SongBody($0, userAnnotations)) }, uniquingKeysWith: { first, _ in first })
        let shown = found.compactMap { bookmark in songs[bookmark.track].map { (bookmark, $0) } }
        return Reply(capacity: shown.count * 1800) { writer in
            writer.object("bookmarks") { writer in
                writer.array("bookmark", shown) { writer, entry in
                    let (bookmark, song) = entry
                    writer.attribute("position", bookmark.position.wholeMilliseconds)
                    writer.attribute("username", username)
                    writer.attribute("comment", bookmark.comment ?? "")
                    writer.attribute("created", bookmark.createdAt)
                    writer.attribute("changed", bookmark.changedAt)
                    writer.object("entry") { song.write(to: &$0) }
                }
            }
        }
    }

    @Sendable private func create(_ call: SubsonicCall) async throws -> Reply {
        let track = try call.track()
        guard let position = try call.integer("position") else { throw SubsonicFailure.missing("position") }
        guard (0...1_000_000_000_000).contains(position) else {
            throw SubsonicFailure.malformed("position", "milliseconds")
        }
        _ = try await bookmarks.put(
            track, position: .milliseconds(position), comment: try call.text("comment", upTo: 8192),
            as: call.caller, from: call.origin)
        return .empty
    }

    @Sendable private func delete(_ call: SubsonicCall) async throws -> Reply {
        try await bookmarks.remove(call.track(), as: call.caller, from: call.origin)
        return .empty
    }
}
