import Accounts
import Catalog
import HTTPSupport
import Primitives
package import Sharing

/// Music that a user shares with everyone who has the link.
package struct ShareEndpoints: Sendable {
    /// The total number of songs in a reply: the protocol does not page shares, and two hundred of them may contain a
    /// million.
    private static let mostSongs = 10_000

    let shares: ShareService
    let items: ItemReader

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("getShares", .requires(.read, .listen)) { call in
            try await reply(shares.list(as: call.caller), call)
        }
        SubsonicEndpoint("createShare", .requires(.write, .listen), create)
        SubsonicEndpoint(silent: "updateShare", .requires(.write, .listen)) { call in
            let change = ShareChange(
                description: call.parameters.has("description") ? try call.text("description", upTo: 8192) ?? "" : nil,
                expiresAt: try Self.end(call))
            _ = try await shares.change(Self.share(call), change, as: call.caller, from: call.origin)
        }
        SubsonicEndpoint(silent: "deleteShare", .requires(.write, .listen)) { call in
            try await shares.remove(Self.share(call), as: call.caller, from: call.origin)
        }
    }

    private func reply(_ found: [Share], _ call: SubsonicCall) async throws -> Reply {
        let (caller, username, site) = (try call.caller, try call.signedIn().username, call.site)
        var room = Self.mostSongs
        // The protocol requires an address; a key that may only read gets an empty one.
        func url(of share: Share) -> String { shares.path(of: share, for: caller).map { site + $0 } ?? "" }
        // A key that may only write gets no songs: it may not read the catalog.
        let entries: [(share: Share, url: String, tracks: [ID<Track>])] =
            caller.may(.browse)
            ? try await shares.describe(found, as: caller) { share, _, tracks in
                let tracks = tracks.prefix(room).map(\.id)
                room -= tracks.count
                return (share, url(of: share), tracks)
            } : found.map { ($0, url(of: $0), []) }
        let songs =
            caller.may(.browse) ? try await items.songsByID(entries.flatMap(\.tracks), as: caller) : [:]
        return Reply("shares", capacity: songs.count * 1600 + entries.count * 400) { writer in
            writer.array("share", entries) { writer, entry in
                writer.bareText("id", "sh-", entry.share.id.rawValue)
                writer.attribute("url", entry.url)
                writer.attribute("description", entry.share.description)
                writer.attribute("username", username)
                writer.attribute("created", entry.share.createdAt)
                writer.attribute("expires", entry.share.expiresAt)
                writer.attribute("lastVisited", entry.share.lastVisitedAt)
                writer.attribute("visitCount", entry.share.visits)
                writer.array("entry", entry.tracks.compactMap { songs[$0] }) { $1.write(to: &$0) }
            }
        }
    }

    private func create(_ call: SubsonicCall) async throws -> Reply {
        var shared: [ShareItem] = []
        for text in call.parameters.all("id") {
            switch try await items.browsing.tagged(SubsonicID(text), as: call.caller) {
            case .track(let id): shared.append(.track(id))
            case .album(let id): shared.append(.album(id))
            case .playlist(let id): shared.append(.playlist(id))
            case .artist, .folder, .day, .image, .station, .podcast, .episode, nil:
                throw SubsonicFailure.absent("song, album or playlist")
            }
        }
        guard !shared.isEmpty else { throw SubsonicFailure.missing("id") }
        var draft = ShareDraft(items: shared, description: try call.text("description", upTo: 8192))
        draft.expiresAt = try Self.end(call) ?? nil
        do {
            let credential = try call.signedIn().authenticated.credential
            let share = try await shares.create(draft, as: call.caller, with: credential, from: call.origin)
            return try await reply([share], call)
        } catch let error as DomainError where error.code == .invalid && error.field == "items" {
            throw SubsonicFailure.absent("song, album or playlist")
        }
    }

    /// The share's end. Nil where it is absent; the inner nil, which is 0 in the request, means never.
    private static func end(_ call: SubsonicCall) throws(SubsonicFailure) -> Timestamp?? {
        guard let text = try call.text("expires") else { return nil }
        let end = try call.instant("expires", text)
        return .some(end.milliseconds == 0 ? nil : end)
    }

    private static func share(_ call: SubsonicCall) throws(SubsonicFailure) -> ID<Share> {
        let text = try call.required("id")
        guard text.hasPrefix("sh-") else { throw .absent("share") }
        return ID(String(text.dropFirst(3)))
    }
}
