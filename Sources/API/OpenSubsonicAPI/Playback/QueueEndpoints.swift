import Accounts
package import Catalog
import HTTPSupport
package import Listening
import Primitives

/// The queue that a user's players share.
package struct QueueEndpoints: Sendable {
    let items: ItemReader
    let catalog: CatalogService
    let queue: QueueService

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("getPlayQueue", .requires(.read, .listen), compressed: true) {
            try await show($0, byIndex: false)
        }
        SubsonicEndpoint("getPlayQueueByIndex", .requires(.read, .listen), compressed: true) {
            try await show($0, byIndex: true)
        }
        SubsonicEndpoint("savePlayQueue", .requires(.write, .listen)) { call in
            // Stores the queue. Deleted songs are left out; the next remaining song is then the current one.
            let tracks = try await call.knownTracks(in: catalog)
            guard let current = try call.text("current") else { return try await replace(tracks, 0, call) }
            // The position of a song that is not in the list is nearest to the beginning.
            return try await replace(tracks, call.parameters.all("id").firstIndex(of: current), call)
        }
        SubsonicEndpoint("savePlayQueueByIndex", .requires(.write, .listen), saveByIndex)
    }

    private func show(_ call: SubsonicCall, byIndex: Bool) async throws -> Reply {
        let (caller, username) = (try call.caller, try call.signedIn().username)
        let stored = try await queue.queue(as: caller).queue
        let songs = try await items.songs(stored.tracks, as: caller)
        let existingIDs = Set(songs.map(\.id))
        // Songs removed between the two reads are skipped, as the queue itself skips them.
        let existing = stored.keeping(existingIDs.contains)
        return Reply(byIndex ? "playQueueByIndex" : "playQueue", capacity: songs.count * 1600) { writer in
            if !songs.isEmpty {
                if byIndex {
                    writer.attribute("currentIndex", existing.currentIndex)
                } else {
                    writer.bareText("current", "tr-", existing.tracks[existing.currentIndex].rawValue)
                }
                writer.attribute("position", existing.position.wholeMilliseconds)
            }
            writer.attribute("username", username)
            writer.attribute("changed", stored.updatedAt ?? Timestamp(milliseconds: 0))
            writer.attribute("changedBy", stored.client ?? "")
            writer.array("entry", songs) { $1.write(to: &$0) }
        }
    }

    private func saveByIndex(_ call: SubsonicCall) async throws -> Reply {
        let tracks = try await call.knownTracks(in: catalog)
        guard let index = try call.integer("currentIndex") else {
            guard tracks.isEmpty else { throw SubsonicFailure.missing("currentIndex") }
            return try await replace(tracks, 0, call)
        }
        guard (0..<Int64(call.parameters.all("id").count)).contains(index) else {
            throw SubsonicFailure.malformed("currentIndex", "the place of one of the ids, counted from 0")
        }
        return try await replace(tracks, Int(index), call)
    }

    /// - Parameter index: the position of the current song among all that were named; nil when it is none of them.
    private func replace(_ tracks: NamedTracks, _ index: Int?, _ call: SubsonicCall) async throws -> Reply {
        let position = try call.position("position") ?? .zero
        let isThere = index.map(tracks.isThere) ?? false
        let list = try QueueReplacement(
            tracks: tracks.there, currentIndex: tracks.place(of: index ?? 0),
            position: isThere ? position : .zero, client: call.client, expected: nil)
        do {
            _ = try await queue.replace(with: list, as: call.caller, from: call.origin)
        } catch let error as DomainError where error.code == .invalid && error.field == "trackIds" {
            throw SubsonicFailure.absent("song")
        }
        return .empty
    }
}
