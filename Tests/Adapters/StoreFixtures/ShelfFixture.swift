package import Accounts
package import Catalog
import Files
import Foundation
import Journal
import Listening
import NIOPosix
package import Primitives
package import Shelf
package import Support

/// A new database with some users and tracks in two libraries, and the shelf's services over it with a clock that the
/// test moves.
package final class ShelfFixture: StoreFixture {
    package static let ada = Principal(user: ID("ada"), role: .listener)
    package static let bob = Principal(user: ID("bob"), role: .listener)
    /// Sees only the first library.
    package static let cleo = Principal(user: ID("cleo"), role: .listener, libraries: .only([Music.library]))
    package static let origin = "192.0.2.1"

    package let clock = TestClock()
    package let engine: Engine
    package let music: Music
    package let annotations: AnnotationService
    package let playlists: PlaylistService
    package let folders: PlaylistFolderService
    package let pictures: PictureUploads
    private let albums: [String: ID<Album>]
    private let artists: [String: ID<Artist>]

    /// The first library has the tracks `t0`, `t1` and so on, each 100 seconds long, two to an album `a0`, `a1` and so
    /// on. Another library has `x0` on the album `b0`. `p0` performs on all tracks of the first library, `p1` on that
    /// of the other.
    package init(tracks: Int = 6) async throws {
        engine = try .sqlite(clock: clock)
        music = Music(engine)
        annotations = AnnotationService(store: engine.annotations, catalog: engine.catalog, clock: clock)
        let blobs = try await DiskBlobStore.open(folder: engine.folder.path + "/images", pool: .singleton)
        pictures = PictureUploads(maker: SamePicture(), blobs: blobs, owners: engine.blobOwners)
        playlists = PlaylistService(
            store: engine.playlists, catalog: engine.catalog, pictures: pictures, clock: clock)
        folders = PlaylistFolderService(store: engine.playlistFolders, clock: clock)
        for person in [Self.ada, Self.bob, Self.cleo] { try await engine.add(person, at: clock.now()) }
        try await music.addLibrary(named: "Music")
        try await music.addLibrary("l1", named: "Other")
        try await music.add((0..<tracks).map { Song("t\($0)", album: "a\($0 / 2)", artists: ["p0"]) })
        try await music.add(Song("x0", album: "b0", artists: ["p1"], library: "l1"))
        albums = try await music.albums()
        artists = try await music.artists()
    }

    package func album(_ name: String) -> ID<Album> { albums[name] ?? ID(name) }

    package func artist(_ name: String) -> ID<Artist> { artists[name] ?? ID(name) }

    /// The initial album or artist with this name, or else the track.
    package func subject(_ name: String) -> AnnotationSubject {
        if let album = albums[name] { return .album(album) }
        if let artist = artists[name] { return .artist(artist) }
        return .track(ID(name))
    }

    package func like(_ subjects: AnnotationSubject..., as caller: Principal = ada) async throws {
        try await annotations.like(subjects, as: caller, from: Self.origin)
        clock.advance(by: .seconds(1))
    }

    package func unlike(_ subjects: AnnotationSubject..., as caller: Principal = ada) async throws {
        try await annotations.unlike(subjects, as: caller, from: Self.origin)
    }

    package func rate(
        _ subject: AnnotationSubject, _ halves: Int, review: RatingChange.Review = .keep, as caller: Principal = ada
    ) async throws {
        guard let rating = Rating(halves: halves) else { throw DomainError.invalid("no rating", field: "rating") }
        try await annotations.rate(subject, RatingChange(rating, review: review), as: caller, from: Self.origin)
        clock.advance(by: .seconds(1))
    }

    package func annotation(_ subject: AnnotationSubject, as caller: Principal = ada) async throws -> Annotation {
        try await annotations.annotations(of: [subject], as: caller)[subject]
    }

    /// Stores this many plays of the first tracks in turn, a millisecond apart. Returns the number of new ones.
    package func hear(_ count: Int, as caller: Principal) async throws -> Int {
        let plays = try (1...count).map { number in
            let time = Timestamp(milliseconds: Int64(number))
            let track = "t\(number % 6)"
            let play = Play(
                id: .make(at: time), user: caller.user, track: ID(track), playedAt: time, client: "x",
                playID: try PlayID(UUID().uuidString.lowercased()))
            let entry = JournalEntry(at: time, by: .gateway, "play.record", .init(kind: "track", id: track))
            return (play: play, apart: Duration.zero, entry: entry)
        }
        return try await engine.plays.record(plays)
    }

    package func playlist(
        _ tracks: [String], named name: String = "Mix", visibility: PlaylistVisibility = .private,
        as caller: Principal = ada
    ) async throws -> ID<Playlist> {
        try await playlists.create(
            PlaylistDraft(name: name, visibility: visibility, tracks: tracks.ids), as: caller, from: Self.origin)
    }

    @discardableResult
    package func edit(
        _ id: ID<Playlist>, _ operation: PlaylistEdit.Operation, as caller: Principal = ada
    ) async throws -> PlaylistChange {
        var edit = PlaylistEdit()
        try edit.add(operation)
        return try await playlists.edit(id, edit, as: caller, from: Self.origin)
    }

    /// Makes a playlist folder.
    package func folder(
        _ name: String, in parent: ID<PlaylistFolder>? = nil, as caller: Principal = ada
    ) async throws -> ID<PlaylistFolder> {
        try await folders.create(PlaylistFolderDraft(name: name, parent: parent), as: caller, from: Self.origin)
    }

    package func put(
        _ playlist: ID<Playlist>, into folder: ID<PlaylistFolder>?, as caller: Principal = ada
    ) async throws {
        try await folders.put(playlist, into: folder, as: caller, from: Self.origin)
    }

    package func share(_ id: ID<Playlist>, _ visibility: PlaylistVisibility) async throws {
        var edit = PlaylistEdit()
        edit.visibility = visibility
        _ = try await playlists.edit(id, edit, as: Self.ada, from: Self.origin)
    }

    package func tracks(of id: ID<Playlist>, as caller: Principal = ada) async throws -> [String] {
        try await playlists.items(of: id, as: caller).map(\.track.id.rawValue)
    }

    package func entries(of id: ID<Playlist>) async throws -> [ID<PlaylistEntry>] {
        try await playlists.items(of: id, as: Self.ada).map(\.entry.id)
    }
}

extension [String] {
    /// The strings as track ids.
    package var ids: [ID<Track>] { map { ID($0) } }
}
