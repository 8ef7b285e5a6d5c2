package import Catalog
package import Primitives

/// One imported thing.
package enum ImportItem: Sendable, Equatable {
    case play(NamedTrack, at: Timestamp, client: String?)
    case bookmark(NamedTrack, positionMilliseconds: Int64, comment: String?, at: Timestamp)
    /// A comment that is pinned to a moment of the track.
    case moment(NamedTrack, positionMilliseconds: Int64, text: String, at: Timestamp)
    case trackLike(NamedTrack, at: Timestamp)
    case trackRating(NamedTrack, halfStars: Int, review: String?, at: Timestamp)
    case albumLike(name: String, artist: String, at: Timestamp)
    case albumRating(name: String, artist: String, halfStars: Int, review: String?, at: Timestamp)
    case artistLike(name: String, musicBrainz: String?, at: Timestamp)
    case artistRating(name: String, musicBrainz: String?, halfStars: Int, review: String?, at: Timestamp)
    /// - Parameter rules: the rules of a smart playlist, as JSON.
    case playlist(
        id: String, name: String, description: String, visibility: String, rules: String?, at: Timestamp)
    /// A playlist of another service, which is known by its name there.
    case broughtPlaylist(name: String)
    /// A song of that playlist, after the playlist.
    case broughtSong(playlist: String, NamedTrack, at: Timestamp)
    case playlistEntry(playlist: String, id: String, place: Int64, NamedTrack, at: Timestamp)
    /// A folder of playlists, after those that it is in, from the top.
    case playlistFolder(path: [ImportedPlaylistFolder], at: Timestamp)
    case playlistPlace(ImportedPlaylistPlace)
    case folder(id: String, name: String, icon: String, at: Timestamp)
    case shelfItem(ImportedItem)
    case wish(
        title: String, artist: String, note: String, genre: String = "", durationMilliseconds: Int64? = nil,
        at: Timestamp)
    /// - Parameter current: the index of the track that was playing; -1 where it is not one of these.
    case queue([NamedTrack], current: Int, positionMilliseconds: Int64)
    case settings(locale: String?, theme: String?, shadingMode: String?)
    /// Follows the thing that it belongs to.
    case picture(ImportedPicture)

    /// The kind that the report counts it as.
    package var kind: ImportKind {
        switch self {
        case .play: .plays
        case .bookmark: .bookmarks
        case .moment: .moments
        case .trackLike, .albumLike, .artistLike: .likes
        case .trackRating, .albumRating, .artistRating: .ratings
        case .playlist, .broughtPlaylist: .playlists
        case .playlistEntry, .broughtSong: .playlistEntries
        case .playlistFolder: .playlistFolders
        case .playlistPlace: .playlistPlaces
        case .folder: .folders
        case .shelfItem: .shelfItems
        case .wish: .wishes
        case .queue: .queue
        case .settings: .settings
        case .picture: .pictures
        }
    }

    /// A label by which the user recognizes it in the list of unmatched things.
    package var label: String {
        switch self {
        case .play(let track, _, _), .bookmark(let track, _, _, _), .moment(let track, _, _, _),
            .trackLike(let track, _),
            .trackRating(let track, _, _, _), .playlistEntry(_, _, _, let track, _), .broughtSong(_, let track, _):
            Self.label(track.title, by: track.artist)
        case .albumLike(let name, let artist, _), .albumRating(let name, let artist, _, _, _):
            Self.label(name, by: artist)
        case .artistLike(let name, _, _), .artistRating(let name, _, _, _, _): name
        case .playlist(_, let name, _, _, _, _), .folder(_, let name, _, _), .broughtPlaylist(let name): name
        case .playlistFolder(let path, _): path.map(\.name).joined(separator: " / ")
        case .playlistPlace(let place): place.name
        case .shelfItem(let item): Self.label(item.title, by: item.artist)
        case .wish(let title, let artist, _, _, _, _): Self.label(title, by: artist)
        case .queue(let tracks, _, _): tracks.first.map { Self.label($0.title, by: $0.artist) } ?? ""
        case .settings(let locale, let theme, let shading):
            [locale, theme, shading].compactMap(\.self).joined(separator: ", ")
        case .picture(let picture): Self.label(of: picture)
        }
    }

    /// Joins two consecutive parts of one queue; nil for other things.
    func joined(with next: ImportItem) -> ImportItem? {
        guard case .queue(let tracks, let current, let position) = self,
            case .queue(let more, let nextCurrent, let nextPosition) = next, tracks.count < Self.longestQueue
        else { return nil }
        return nextCurrent >= 0
            ? .queue(tracks + more, current: tracks.count + nextCurrent, positionMilliseconds: nextPosition)
            : .queue(tracks + more, current: current, positionMilliseconds: position)
    }

    private static let longestQueue = 10_000

    private static func label(of picture: ImportedPicture) -> String {
        switch picture.subject {
        case .profile: picture.file
        case .playlist(_, let name), .folder(_, let name), .shelfItem(_, let name): name
        case .wish(let title, let artist): label(title, by: artist)
        }
    }

    private static func label(_ title: String, by artist: String) -> String {
        artist.isEmpty ? title : "\(artist) – \(title)"
    }
}

/// The kinds that a report counts separately.
package enum ImportKind: String, Sendable, CaseIterable {
    case plays, likes, ratings, bookmarks, moments, playlists, playlistEntries, playlistFolders, playlistPlaces,
        folders, shelfItems, wishes, queue, settings, pictures
}

/// The program that made the export.
package enum ImportSource: String, Sendable, CaseIterable {
    case rondo, listenbrainz, lastfm, spotify, appleMusic, youtubeMusic, deezer
    /// A table of songs, as converters between services write it.
    case songList
}

/// An imported item of a user's shelf.
package struct ImportedItem: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case track(NamedTrack)
        case album
        /// An entry that the user typed in.
        case entry(genre: String, durationMilliseconds: Int64?)
    }

    /// A folder, by its id on the exporting server.
    package struct Folder: Sendable, Equatable {
        package let id: String
        package let name: String
    }

    package let id: String
    package let content: Content
    package let title: String
    package let artist: String
    package let comment: String
    /// The rating of an entry. Ratings of tracks and albums are imported separately.
    package let halfStars: Int?
    package let folder: Folder?
    package let at: Timestamp
}

/// An imported picture, with the thing that it belongs to.
package struct ImportedPicture: Sendable, Equatable {
    /// The identity of the thing on the importing server.
    package enum Subject: Sendable, Equatable {
        case profile
        case playlist(id: String, name: String)
        /// Folders of the same name are the same folder.
        case folder(id: String, name: String)
        case shelfItem(id: String, title: String)
        case wish(title: String, artist: String)
    }

    package let subject: Subject
    /// Its path in the archive.
    package let file: String
}
