import Accounts
import Catalog
package import Discovery
import HTTPSupport
import Primitives

/// Information about artists and albums, and similar music.
package struct DiscoveryEndpoints: Sendable {
    let discovery: DiscoveryService
    let items: ItemReader

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("getArtistInfo", .requires(.read, .browse), compressed: true) {
            try await artistInfo($0, isShort: true)
        }
        SubsonicEndpoint("getArtistInfo2", .requires(.read, .browse), compressed: true) {
            try await artistInfo($0, isShort: false)
        }
        SubsonicEndpoint("getAlbumInfo", .requires(.read, .browse), compressed: true, albumInfo)
        SubsonicEndpoint("getAlbumInfo2", .requires(.read, .browse), compressed: true, albumInfo)
        SubsonicEndpoint("getSimilarSongs", .requires(.read, .browse), compressed: true) {
            try await similarSongs($0, "similarSongs")
        }
        SubsonicEndpoint("getSimilarSongs2", .requires(.read, .browse), compressed: true) {
            try await similarSongs($0, "similarSongs2")
        }
        SubsonicEndpoint("getTopSongs", .requires(.read, .browse), compressed: true, topSongs)
    }

    /// - Parameter isShort: whether similar artists have the form of the older calls.
    private func artistInfo(_ call: SubsonicCall, isShort: Bool) async throws -> Reply {
        let caller = try call.caller
        let count = try call.count("count", default: 20, most: 100)
        let id = try await artist(call, caller)
        let info = try await discovery.info(of: id, similar: count, as: caller)
        let item = try await items.browsing.artists(for: [id], as: caller).first?.item
        let pictures = try call.pictures
        let similar = try await items.browsing.artists(for: info.similar.map(\.id), as: caller)
        let userAnnotations = try await items.userAnnotations(artists: similar, as: caller)
        return Reply(isShort ? "artistInfo" : "artistInfo2", capacity: similar.count * 320 + 4096) { writer in
            writer.text("biography", info.biography.map { Self.credited($0, info.biographyCredit) } ?? "")
            writer.text("musicBrainzId", info.musicBrainzID ?? "")
            if info.musicBrainzID != nil { writer.text("lastFmUrl", item.map { LastFMAddress.artist($0.name) }) }
            if item?.picture != nil { writer.pictures(pictures, of: "ar-\(id.rawValue)") }
            writer.array("similarArtist", similar) {
                ArtistBody($1, userAnnotations, pictures).write(to: &$0, isShort: isShort)
            }
        }
    }

    /// A text with its source and license in a last line of its own, as the protocol has no field for them.
    private static func credited(_ text: String, _ credit: DescriptionCredit?) -> String {
        guard let credit else { return text }
        let line = [credit.origin.name, credit.origin.license, credit.page].compactMap(\.self)
        return text + "\n\n" + line.joined(separator: " · ")
    }

    /// The artist of any id: the older calls accept ids of other things too.
    private func artist(_ call: SubsonicCall, _ caller: Principal) async throws -> ID<Artist> {
        var artists: [ArtistReference] = []
        switch try await items.browsing.tagged(call.id(of: "artist"), as: caller) {
        case .artist(let id): return id
        case .album(let id): artists = try await items.browsing.albums(for: [id], as: caller).first?.item.artists ?? []
        case .track(let id): artists = try await items.browsing.track(id, as: caller).item.artists
        case .folder, .playlist, .day, .image, .station, .podcast, .episode, nil: break
        }
        guard let artist = artists.first else { throw SubsonicFailure.absent("artist") }
        return artist.id
    }

    private func albumInfo(_ call: SubsonicCall) async throws -> Reply {
        let caller = try call.caller
        let album: ID<Album>
        switch try await items.browsing.tagged(call.id(of: "album"), as: caller) {
        case .album(let id): album = id
        case .track(let id): album = try await items.browsing.track(id, as: caller).item.album
        case .artist, .folder, .playlist, .day, .image, .station, .podcast, .episode, nil:
            throw SubsonicFailure.absent("album")
        }
        let info = try await discovery.info(of: album, as: caller)
        let item = try await items.browsing.albums(for: [album], as: caller).first?.item
        let pictures = try call.pictures
        return Reply("albumInfo") { writer in
            writer.text("notes", info.notes ?? "")
            writer.text("musicBrainzId", info.musicBrainzRelease ?? "")
            if let item, let artist = item.artists.first, info.musicBrainzRelease != nil {
                writer.text("lastFmUrl", LastFMAddress.album(item.name, by: artist.name))
            }
            if item?.cover != nil { writer.pictures(pictures, of: "al-\(album.rawValue)") }
        }
    }

    private func similarSongs(_ call: SubsonicCall, _ name: StaticString) async throws -> Reply {
        let caller = try call.caller
        let count = try call.count("count", default: 50)
        let target: DiscoveryTarget
        switch try await items.browsing.tagged(call.id(of: "song, album or artist"), as: caller) {
        case .track(let id): target = .track(id)
        case .album(let id): target = .album(id)
        case .artist(let id): target = .artist(id)
        case .folder, .playlist, .day, .image, .station, .podcast, .episode, nil:
            throw SubsonicFailure.absent("song, album or artist")
        }
        let similar = try await discovery.similarTracks(to: target, limit: count, as: caller)
        return Reply.songs(name, try await items.songs(similar.map(\.id), as: caller))
    }

    /// Finds the artist by id where one is given, else by name.
    private func topSongs(_ call: SubsonicCall) async throws -> Reply {
        let caller = try call.caller
        let count = try call.count("count", default: 50)
        var artist: ID<Artist>?
        if call.parameters.has("id") {
            artist = try call.artist()
        } else {
            artist = try await discovery.artist(named: call.required("artist"), as: caller)
        }
        var tracks: [TrackItem] = []
        if let artist { tracks = try await discovery.topTracks(of: artist, limit: count, as: caller) }
        return Reply.songs("topSongs", try await items.songs(tracks.map(\.id), as: caller))
    }
}

/// Addresses of Last.fm pages, which contain the names of artists and albums in their paths. The server sends no
/// request to that site.
///
/// Only items with a MusicBrainz id get one: then both sites know the name.
enum LastFMAddress {
    private static let site = "https://www.last.fm/music/"

    static func artist(_ name: String) -> String { site + escaped(name) }

    static func album(_ name: String, by artist: String) -> String {
        "\(site)\(escaped(artist))/\(escaped(name))"
    }

    /// Escapes spaces as `+`.
    private static func escaped(_ text: String) -> String { text.percentEncoded.replacing("%20", with: "+") }
}
