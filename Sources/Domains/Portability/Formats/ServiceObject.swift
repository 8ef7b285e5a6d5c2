import Catalog
import Foundation
import Primitives

/// Reads playlists and saved music from the JSON of Spotify's account data (`Playlist1.json`, `YourLibrary.json`;
/// https://support.spotify.com/article/understanding-my-data) and loved tracks from pages of Last.fm's
/// `user.getLovedTracks` (https://www.last.fm/api/show/user.getLovedTracks).
enum ServiceObject {
    /// Nil for an object of another kind.
    static func lists(_ object: [String: Any]) -> BroughtLists? {
        var lists = BroughtLists(source: .spotify)
        if let playlists = object["playlists"] as? [[String: Any]] {
            for playlist in playlists { read(playlist, &lists) }
        } else if let page = object["lovedtracks"] as? [String: Any] {
            lists = BroughtLists(source: .lastfm)
            for track in page["track"] as? [[String: Any]] ?? [] { lists.add(loved(track)) }
        } else if let tracks = object["tracks"] as? [[String: Any]], object["albums"] is [Any] {
            for track in tracks { saved(track, &lists) }
            for album in object["albums"] as? [[String: Any]] ?? [] {
                guard let name = text(album["album"]) else { continue }
                lists.items.append(.albumLike(name: name, artist: text(album["artist"]) ?? "", at: .asImported))
            }
            for artist in object["artists"] as? [[String: Any]] ?? [] {
                guard let name = text(artist["name"]) else { continue }
                lists.items.append(.artistLike(name: name, musicBrainz: nil, at: .asImported))
            }
        } else {
            return nil
        }
        return lists
    }

    private static func read(_ playlist: [String: Any], _ lists: inout BroughtLists) {
        guard let name = text(playlist["name"]) else { return lists.unreadable += 1 }
        lists.begin(name)
        for item in playlist["items"] as? [[String: Any]] ?? [] {
            // Podcasts are no music.
            if item["episode"] is [String: Any] { continue }
            let track = item["track"] as? [String: Any] ?? item["localTrack"] as? [String: Any] ?? [:]
            guard let title = text(track["trackName"]) else {
                lists.unreadable += 1
                continue
            }
            lists.add(
                NamedTrack(
                    title: title, artist: text(track["artistName"]) ?? "", album: text(track["albumName"])),
                to: name, at: text(item["addedDate"]).flatMap { HistoryTime.instant(of: $0) })
        }
    }

    private static func saved(_ track: [String: Any], _ lists: inout BroughtLists) {
        guard let title = text(track["track"]) else { return lists.unreadable += 1 }
        let named = NamedTrack(title: title, artist: text(track["artist"]) ?? "", album: text(track["album"]))
        lists.items.append(.trackLike(named, at: .asImported))
    }

    /// A loved track of Last.fm; nil for other objects. Unlike a play, it has no album, and its artist is an object with a
    /// name.
    static func loved(_ track: [String: Any]) -> ImportItem? {
        guard track["album"] == nil, let artist = track["artist"] as? [String: Any], let title = text(track["name"]),
            let name = text(artist["name"])
        else { return nil }
        let date = text((track["date"] as? [String: Any])?["uts"])
        return .trackLike(
            NamedTrack(recording: text(track["mbid"]), title: title, artist: name),
            at: date.flatMap { HistoryTime.instant(of: $0) } ?? .asImported)
    }

    private static func text(_ value: Any?) -> String? { HistoryObject.text(value) }
}

/// The things that one file of another service contains.
struct BroughtLists {
    private static let longestName = 200

    var source: ImportSource
    var items: [ImportItem] = []
    var unreadable = 0
    private var begun: Set<String> = []

    init(source: ImportSource) {
        self.source = source
    }

    /// Adds a playlist, once.
    mutating func begin(_ name: String) {
        let name = Self.name(name)
        if begun.insert(name).inserted { items.append(.broughtPlaylist(name: name)) }
    }

    /// Adds a thing; nil is one that could not be read.
    mutating func add(_ item: ImportItem?) {
        if let item { items.append(item) } else { unreadable += 1 }
    }

    /// Returns the items since the last call, and forgets them. The names of playlists stay known.
    mutating func taken() -> BroughtLists {
        defer { (items, unreadable) = ([], 0) }
        return self
    }

    mutating func add(_ track: NamedTrack, to playlist: String, at: Timestamp?) {
        begin(playlist)
        items.append(.broughtSong(playlist: Self.name(playlist), track, at: at ?? .asImported))
    }

    /// The name by which a playlist is known.
    static func name(_ text: String) -> String {
        let name = text.trimmingSpaces().prefix(longestName)
        return name.isEmpty ? "Playlist" : String(name)
    }
}

extension Timestamp {
    /// Stands for the time of the import: nothing is imported with a future time.
    static let asImported = Timestamp(milliseconds: 1 << 60)
}
