import Accounts
import Catalog
import HTTPSupport
import Primitives
import Synchronization

/// Lists of albums and songs in many orders.
package struct ListEndpoints: Sendable {
    let items: ItemReader
    let seeds = RandomSeeds()

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("getAlbumList", .requires(.read, .browse), compressed: true) { call in
            let (albums, userAnnotations) = try await albums(call)
            return Reply.list("albumList", of: "album", albums, each: 1200) {
                AlbumBody($1, userAnnotations).writeDirectory(to: &$0)
            }
        }
        SubsonicEndpoint("getAlbumList2", .requires(.read, .browse), compressed: true) { call in
            let (albums, userAnnotations) = try await albums(call)
            return Reply.list("albumList2", of: "album", albums, each: 1200) {
                AlbumBody($1, userAnnotations).write(to: &$0)
            }
        }
        SubsonicEndpoint("getRandomSongs", .requires(.read, .browse), compressed: true, randomSongs)
        SubsonicEndpoint("getSongsByGenre", .requires(.read, .browse), compressed: true, songsByGenre)
    }

    private func albums(_ call: SubsonicCall) async throws -> ([AlbumProfile], UserAnnotations) {
        let caller = try await call.narrowed(items.browsing)
        let window = try call.window(count: "size", offset: "offset", default: 10)
        guard let query = try await query(call, caller, window) else { return ([], UserAnnotations()) }
        let albums = try await items.browsing.albums(query, window, as: caller)
        return (albums, try await items.userAnnotations(albums: albums, as: caller))
    }

    /// Nil for a list that is empty without a query.
    private func query(_ call: SubsonicCall, _ caller: Principal, _ window: ListWindow) async throws -> AlbumQuery? {
        switch try call.required("type") {
        case "alphabeticalByName": return AlbumQuery(sort: .name)
        case "alphabeticalByArtist": return AlbumQuery(sort: .artist)
        case "newest": return AlbumQuery(sort: .added, order: .descending)
        case "frequent": return AlbumQuery(sort: .plays, order: .descending)
        case "recent": return AlbumQuery(sort: .played, order: .descending)
        case "highest": return AlbumQuery(sort: .rating, order: .descending)
        case "starred": return AlbumQuery(sort: .liked, order: .descending)
        case "random":
            var query = AlbumQuery(sort: .random)
            query.filter.seed = seeds.seed(for: caller.user, call.client, isFirst: window.offset == 0)
            return query
        case "byYear":
            guard let from = try call.year("fromYear") else { throw SubsonicFailure.missing("fromYear") }
            guard let to = try call.year("toYear") else { throw SubsonicFailure.missing("toYear") }
            guard max(from, to) > 0 else { return nil }
            var query = AlbumQuery(sort: .year, order: from <= to ? .ascending : .descending)
            query.filter.years = max(1, min(from, to))...max(from, to)
            return query
        case "byGenre":
            let name = try call.required("genre")
            guard let genre = try await items.browsing.genre(named: name, as: caller) else { return nil }
            return AlbumQuery(sort: .name, genre: genre)
        default: throw SubsonicFailure.malformed("type", "one of the list types of this protocol")
        }
    }

    private func randomSongs(_ call: SubsonicCall) async throws -> Reply {
        let caller = try await call.narrowed(items.browsing)
        let count = try call.count("size", default: 10)
        var query = TrackQuery(sort: .random)
        let (from, to) = (try call.year("fromYear"), try call.year("toYear"))
        if from != nil || to != nil {
            let (first, last) = (max(1, from ?? 1), max(1, to ?? 9999))
            query.filter.years = min(first, last)...max(first, last)
        }
        if let name = try call.text("genre") {
            query.genre = try await items.browsing.genre(named: name, as: caller)
            guard query.genre != nil else { return Reply.songs("randomSongs", []) }
        }
        let tracks = try await items.browsing.tracks(query, .first(count), as: caller)
        return Reply.songs("randomSongs", try await items.songs(tracks, as: caller))
    }

    private func songsByGenre(_ call: SubsonicCall) async throws -> Reply {
        let name = try call.required("genre")
        let caller = try await call.narrowed(items.browsing)
        let window = try call.window(count: "count", offset: "offset", default: 10)
        guard let genre = try await items.browsing.genre(named: name, as: caller) else {
            return Reply.songs("songsByGenre", [])
        }
        let tracks = try await items.browsing.tracks(TrackQuery(sort: .album, genre: genre), window, as: caller)
        return Reply.songs("songsByGenre", try await items.songs(tracks, as: caller))
    }
}

/// Remembers the random order that a client is paging through, so that its pages do not overlap. A first page starts a
/// new order.
final class RandomSeeds: Sendable {
    private static let most = 1024

    private struct Key: Hashable {
        let user: ID<Person>
        let client: String
    }

    private let seeds = Mutex<[Key: Int64]>([:])

    func seed(for user: ID<Person>, _ client: String?, isFirst: Bool) -> Int64 {
        let key = Key(user: user, client: String((client ?? "").prefix(64)))
        return seeds.withLock { seeds in
            if !isFirst, let seed = seeds[key] { return seed }
            if seeds.count >= Self.most { seeds.removeAll() }
            let seed = Int64(UInt32.random(in: 0...UInt32.max))
            seeds[key] = seed
            return seed
        }
    }
}
