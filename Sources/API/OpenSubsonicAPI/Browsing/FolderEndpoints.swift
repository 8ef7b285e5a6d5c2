import Accounts
import Catalog
import HTTPSupport
import Listening
import Primitives

/// The library by its folders on the disk.
package struct FolderEndpoints: Sendable {
    let items: ItemReader

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("getIndexes", .requires(.read, .browse), compressed: true, indexes)
        SubsonicEndpoint("getMusicDirectory", .requires(.read, .browse), compressed: true, directory)
    }

    /// The top folders of each library, and the songs beside them.
    private func indexes(_ call: SubsonicCall) async throws -> Reply {
        let caller = try await call.narrowed(items.browsing)
        let libraries = try await items.browsing.libraries(as: caller)
        let modified = libraries.compactMap(\.lastScanAt).max() ?? Timestamp(milliseconds: 0)
        var tops: [FolderContents] = []
        let known = try call.text("ifModifiedSince").map { try call.instant("ifModifiedSince", $0) }
        if known.map({ $0 < modified }) ?? true { tops = try await items.browsing.tops(as: caller) }
        let folders = tops.flatMap(\.folders).sorted { ($0.sortKey, $0.id.rawValue) < ($1.sortKey, $1.id.rawValue) }
        let songs = tops.flatMap { top in top.tracks.map { (top.folder.id, $0) } }
        let userAnnotations = try await items.userAnnotations(tracks: songs.map(\.1), as: caller)
        return Reply("indexes", capacity: folders.count * 96 + songs.count * 1600) { writer in
            writer.attribute("lastModified", modified.milliseconds)
            writer.attribute("ignoredArticles", LetterIndex<Folder>.ignoredArticles)
            LetterIndex(folders, by: \.sortKey).write(to: &writer) { FolderBody(folder: $1).writeShort(to: &$0) }
            writer.array("child", songs) { SongBody($1.1, userAnnotations, in: $1.0).write(to: &$0) }
        }
    }

    /// A folder on the disk. An artist is shown as a folder of their albums, and an album as a folder of its songs.
    private func directory(_ call: SubsonicCall) async throws -> Reply {
        let caller = try call.caller
        switch try call.id(of: "directory") {
        case .folder(let id): return try await folder(items.browsing.contents(of: id, as: caller), caller)
        case .album(let id): return try await album(items.browsing.contents(of: id, as: caller), caller)
        case .artist(let id): return try await artist(items.browsing.contents(of: id, as: caller), caller)
        case .track, .playlist, .day, .image, .station, .podcast, .episode: throw SubsonicFailure.absent("directory")
        }
    }

    private func folder(_ contents: FolderContents, _ caller: Principal) async throws -> Reply {
        let profiles = try await items.browsing.albums(for: contents.folders.compactMap(\.album), as: caller)
        let albums = Dictionary(profiles.map { ($0.item.id, $0) }, uniquingKeysWith: { first, _ in first })
        let userAnnotations = try await items.userAnnotations(tracks: contents.tracks, albums: profiles, as: caller)
        let capacity = contents.folders.count * 1200 + contents.tracks.count * 1600
        return Reply("directory", capacity: capacity) { writer in
            writer.bareText("id", "fo-", contents.folder.id.rawValue)
            if let parent = contents.folder.parent { writer.bareText("parent", "fo-", parent.rawValue) }
            writer.attribute("name", contents.folder.name)
            let folders: [Reply.Part] = contents.folders.map { folder in
                guard let album = folder.album.flatMap({ albums[$0] }) else {
                    return { FolderBody(folder: folder).write(to: &$0) }
                }
                return { AlbumBody(album, userAnnotations).writeDirectory(to: &$0, as: folder) }
            }
            let songs: [Reply.Part] = contents.tracks.map { track in
                { SongBody(track, userAnnotations, in: contents.folder.id).write(to: &$0) }
            }
            writer.array("child", folders + songs) { $1(&$0) }
        }
    }

    private func album(_ contents: AlbumContents, _ caller: Principal) async throws -> Reply {
        let userAnnotations = try await items.userAnnotations(
            tracks: contents.tracks, albums: [contents.profile], as: caller)
        let item = contents.profile.item
        return Reply("directory", capacity: contents.tracks.count * 1600) { writer in
            writer.bareText("id", "al-", item.id.rawValue)
            if let artist = item.artists.first { writer.bareText("parent", "ar-", artist.id.rawValue) }
            writer.attribute("name", item.name)
            writer.attribute("playCount", userAnnotations.listening.albums[item.id]?.plays ?? 0)
            writer.array("child", contents.tracks) { SongBody($1, userAnnotations).write(to: &$0) }
        }
    }

    private func artist(_ contents: ArtistContents, _ caller: Principal) async throws -> Reply {
        let userAnnotations = try await items.userAnnotations(albums: contents.albums, as: caller)
        let item = contents.profile.item
        return Reply("directory", capacity: contents.albums.count * 1200) { writer in
            writer.bareText("id", "ar-", item.id.rawValue)
            writer.attribute("name", item.name)
            writer.array("child", contents.albums) { AlbumBody($1, userAnnotations).writeDirectory(to: &$0) }
        }
    }
}

/// A folder on the disk.
struct FolderBody: Sendable {
    let folder: Folder

    /// Writes it as `Child`, within its parent folder.
    func write(to writer: inout ReplyWriter) {
        writer.bareText("id", "fo-", folder.id.rawValue)
        writer.attribute("isDir", true)
        writer.attribute("title", folder.name)
        guard writer.detail != .minimal else { return }
        if let parent = folder.parent { writer.bareText("parent", "fo-", parent.rawValue) }
        writer.cover(folder.cover, "fo-", folder.id.rawValue)
    }

    /// Writes it as `Artist`, within an index of folders: top folders of a library are shown as artists.
    func writeShort(to writer: inout ReplyWriter) {
        writer.bareText("id", "fo-", folder.id.rawValue)
        writer.attribute("name", folder.name)
    }
}
