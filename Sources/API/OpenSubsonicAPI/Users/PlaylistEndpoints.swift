import Accounts
package import Board
package import Catalog
import HTTPSupport
import Primitives
package import Shelf

/// Users' playlists, and the days of the board.
package struct PlaylistEndpoints: Sendable {
    /// The number of days in a list; older ones are found by their id.
    private static let days = 14

    let playlists: PlaylistService
    let board: BoardService
    let items: ItemReader
    let catalog: CatalogService

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("getPlaylists", .requires(.read, .listen), compressed: true, all)
        SubsonicEndpoint("getPlaylist", .requires(.read, .listen), compressed: true, one)
        SubsonicEndpoint("createPlaylist", .requires(.write, .listen), create)
        SubsonicEndpoint("updatePlaylist", .requires(.write, .listen), update)
        SubsonicEndpoint(silent: "deletePlaylist", .requires(.write, .listen)) { call in
            try await playlists.delete(call.playlist(), as: call.caller, from: call.origin)
        }
    }

    private func all(_ call: SubsonicCall) async throws -> Reply {
        let access = try call.signedIn()
        if let name = try call.text("username"), Username.key(of: name) != Username.key(of: access.username) {
            throw SubsonicFailure(.notAuthorized, "A device key shows only its own user's playlists")
        }
        let found = try await Page.all { try await playlists.playlists(PlaylistQuery(), $0, as: access.principal) }
        let days: [Reply.Part] = try await boardDays(access.principal).map { day in
            { DayBody(dayPlaylist: day).write(to: &$0) }
        }
        let own: [Reply.Part] = found.map { playlist in { PlaylistBody(playlist: playlist).write(to: &$0) } }
        return Reply.list("playlists", of: "playlist", days + own, each: 400) { $1(&$0) }
    }

    /// The latest days with music that the caller may hear; none for a key that may not read the catalog.
    private func boardDays(_ caller: Principal) async throws -> [DayPlaylist] {
        guard caller.may(.browse) else { return [] }
        var boardDays: [DayPlaylist] = []
        for listed in try await board.days(PageRequest(limit: Self.days), as: caller).items where listed.posts > 0 {
            let dayPlaylist = try await board.dayPlaylist(of: .date(listed.day), as: caller)
            if !dayPlaylist.tracks.isEmpty { boardDays.append(dayPlaylist) }
        }
        return boardDays
    }

    private func one(_ call: SubsonicCall) async throws -> Reply {
        let caller = try call.caller
        guard case .day(let day) = SubsonicID(try call.required("id")) else {
            return try await reply(call.playlist(), caller)
        }
        let dayPlaylist = try await board.dayPlaylist(of: .date(day), as: caller)
        let songs = try await items.songs(dayPlaylist.tracks.map(\.id), as: caller)
        return Reply("playlist", capacity: songs.count * 1600 + 400) {
            DayBody(dayPlaylist: dayPlaylist).write(to: &$0, songs: songs)
        }
    }

    /// Empty for a key that may only write: it may not read the catalog.
    private func songs(_ ids: [ID<Track>], as caller: Principal) async throws -> [SongBody] {
        caller.may(.browse) && !ids.isEmpty ? try await items.songs(ids, as: caller) : []
    }

    private func reply(_ id: ID<Playlist>, _ caller: Principal) async throws -> Reply {
        let (playlist, ids) = try await playlists.whole(id, as: caller)
        return try await reply(playlist, songs(ids, as: caller), caller)
    }

    private func reply(_ playlist: Playlist, _ songs: [SongBody], _ caller: Principal) async throws -> Reply {
        let editors =
            playlist.visibility == .collaborative ? try await playlists.editors(of: playlist.id, as: caller) : []
        return Reply("playlist", capacity: songs.count * 1600 + 400) {
            PlaylistBody(playlist: playlist, editors: editors).write(to: &$0, songs: songs)
        }
    }

    /// Creates a playlist, or with `playlistId` replaces the songs of one.
    private func create(_ call: SubsonicCall) async throws -> Reply {
        let caller = try call.caller
        let tracks = try await call.knownTracks("songId", in: catalog).there
        let name = try call.text("name")
        if call.parameters.has("playlistId") {
            let id = try call.playlist("playlistId")
            var edit = PlaylistEdit()
            if let name { try edit.rename(name) }
            try edit.add(.replace(tracks, keepsMissing: true))
            try await change(id, edit, call)
            return try await reply(id, caller)
        }
        guard let name else { throw SubsonicFailure.missing("name") }
        let draft = try PlaylistDraft(name: name, tracks: tracks)
        // Looks the songs up while the store waits for the disk.
        async let songs = songs(tracks, as: caller)
        let id = try await Self.naming { try await playlists.create(draft, as: caller, from: call.origin) }
        let (playlist, ids) = try await playlists.whole(id, as: caller)
        let found = try await songs
        guard found.map(\.id) == ids else { return try await reply(id, caller) }
        return try await reply(playlist, found, caller)
    }

    /// Edits a playlist. Positions are those before the change, as the client was shown them.
    private func update(_ call: SubsonicCall) async throws -> Reply {
        let id = try call.playlist("playlistId")
        var edit = PlaylistEdit()
        if let name = try call.text("name") { try edit.rename(name) }
        if let comment = call.parameters.first("comment") { try edit.describe(comment) }
        if call.parameters.has("public") {
            let isPublic = try call.flag("public", default: false)
            let playlist = try await playlists.playlist(id, as: call.caller)
            // A playlist that is shared with some users stays so: clients know only private and public.
            if isPublic || playlist.visibility == .public { edit.visibility = isPublic ? .public : .private }
        }
        let places = try call.parameters.all("songIndexToRemove").map { text in
            guard let place = Int(text), place >= 0 else {
                throw SubsonicFailure.malformed("songIndexToRemove", "a place, counted from 0")
            }
            return place
        }
        if !places.isEmpty { try edit.add(.removePlaces(places, amongMissing: false)) }
        let named = try await call.namedTracks("songIdToAdd", in: catalog)
        let tracks = named.there
        if !tracks.isEmpty { try edit.add(.append(tracks)) }
        // Deleted songs are left out; a call about nothing else fails.
        guard named.isEmpty || !tracks.isEmpty || !edit.isEmpty else {
            throw SubsonicFailure.absent("song")
        }
        try await change(id, edit, call)
        return .empty
    }

    private func change(_ id: ID<Playlist>, _ edit: PlaylistEdit, _ call: SubsonicCall) async throws {
        let caller = try call.caller
        _ = try await Self.naming { try await playlists.edit(id, edit, as: caller, from: call.origin) }
    }

    /// Reports a song that the caller may not see as not found, as everywhere in this API.
    private static func naming<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as DomainError where error.code == .invalid && error.field == "trackIds" {
            throw SubsonicFailure.absent("song")
        }
    }
}

/// A playlist; contains `songs` where a reply shows them.
struct PlaylistBody: Sendable {
    let playlist: Playlist
    var editors: [PlaylistPerson] = []

    func write(to writer: inout ReplyWriter, songs: [SongBody]? = nil) {
        writer.bareText("id", "pl-", playlist.id.rawValue)
        writer.attribute("name", playlist.name)
        writer.attribute("comment", playlist.description)
        writer.attribute("owner", playlist.owner.username)
        writer.attribute("public", playlist.visibility == .public)
        writer.attribute("songCount", songs?.count ?? playlist.totals.entries - playlist.totals.missing)
        writer.duration(playlist.totals.durationMilliseconds)
        writer.attribute("created", playlist.createdAt)
        writer.attribute("changed", playlist.changedAt)
        writer.cover(playlist.cover ?? playlist.covers.first, "pl-", playlist.id.rawValue)
        if writer.detail == .full {
            writer.attribute("readonly", !playlist.mayEdit)
            writer.texts("allowedUser", editors.map(\.username))
        }
        if let songs { writer.array("entry", songs) { $1.write(to: &$0) } }
    }
}

/// A day of the board as a read-only playlist.
struct DayBody: Sendable {
    let dayPlaylist: DayPlaylist

    func write(to writer: inout ReplyWriter, songs: [SongBody]? = nil) {
        let date = dayPlaylist.day.text
        writer.bareText("id", "bo-", date)
        writer.attribute("name", "Daily board \(date)")
        writer.attribute("comment", "")
        writer.attribute("owner", "Rondo")
        writer.attribute("public", true)
        writer.attribute("songCount", songs?.count ?? dayPlaylist.tracks.count)
        writer.duration(dayPlaylist.tracks.reduce(0) { $0 + $1.durationMilliseconds })
        writer.attribute("created", dayPlaylist.startsAt)
        writer.attribute("changed", dayPlaylist.isToday ? dayPlaylist.readAt : dayPlaylist.endsAt)
        writer.cover(dayPlaylist.tracks.first?.cover, "bo-", date)
        if writer.detail == .full {
            writer.attribute("readonly", true)
            if dayPlaylist.isToday { writer.attribute("validUntil", dayPlaylist.endsAt) }
        }
        if let songs { writer.array("entry", songs) { $1.write(to: &$0) } }
    }
}
