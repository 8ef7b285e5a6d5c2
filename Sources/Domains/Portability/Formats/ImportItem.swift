package import Primitives

/// One thing that is brought along.
package enum ImportItem: Sendable, Equatable {
    case play(NamedTrack, at: Timestamp, client: String?)
    case bookmark(NamedTrack, positionMilliseconds: Int64, comment: String?, at: Timestamp)
    case trackLike(NamedTrack, at: Timestamp)
    case trackRating(NamedTrack, halfStars: Int, review: String?, at: Timestamp)
    case albumLike(name: String, artist: String, at: Timestamp)
    case albumRating(name: String, artist: String, halfStars: Int, review: String?, at: Timestamp)
    case artistLike(name: String, musicBrainz: String?, at: Timestamp)
    case artistRating(name: String, musicBrainz: String?, halfStars: Int, review: String?, at: Timestamp)
    /// - Parameter rules: those of a smart playlist, as JSON.
    case playlist(
        id: String, name: String, description: String, visibility: String, rules: String?, at: Timestamp)
    case playlistEntry(playlist: String, id: String, place: Int64, NamedTrack, at: Timestamp)
    case folder(id: String, name: String, icon: String, at: Timestamp)
    case shelfItem(ImportedItem)
    case wish(title: String, artist: String, note: String, at: Timestamp)
    /// - Parameter current: the index of the track that was playing, -1 where that is not among these.
    case queue([NamedTrack], current: Int, positionMilliseconds: Int64)
    case settings(locale: String?, theme: String?)
    /// After what it is of.
    case picture(ImportedPicture)

    /// What it is counted as.
    package var kind: ImportKind {
        switch self {
        case .play: .plays
        case .bookmark: .bookmarks
        case .trackLike, .albumLike, .artistLike: .likes
        case .trackRating, .albumRating, .artistRating: .ratings
        case .playlist: .playlists
        case .playlistEntry: .playlistEntries
        case .folder: .folders
        case .shelfItem: .shelfItems
        case .wish: .wishes
        case .queue: .queue
        case .settings: .settings
        case .picture: .pictures
        }
    }

    /// How a person knows it again who reads that it was not found.
    package var label: String {
        switch self {
        case .play(let track, _, _), .bookmark(let track, _, _, _), .trackLike(let track, _),
            .trackRating(let track, _, _, _), .playlistEntry(_, _, _, let track, _):
            Self.label(track.title, by: track.artist)
        case .albumLike(let name, let artist, _), .albumRating(let name, let artist, _, _, _):
            Self.label(name, by: artist)
        case .artistLike(let name, _, _), .artistRating(let name, _, _, _, _): name
        case .playlist(_, let name, _, _, _, _), .folder(_, let name, _, _): name
        case .shelfItem(let item): Self.label(item.title, by: item.artist)
        case .wish(let title, let artist, _, _): Self.label(title, by: artist)
        case .queue(let tracks, _, _): tracks.first.map { Self.label($0.title, by: $0.artist) } ?? ""
        case .settings(let locale, let theme): [locale, theme].compactMap(\.self).joined(separator: ", ")
        case .picture(let picture): Self.label(of: picture)
        }
    }

    /// Parts of one queue, in order. Nil for what stays apart.
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
