import Board
import Catalog
import Listening
import Podcasts
import Primitives
import Shelf

/// An id in this protocol: the item's own id behind the prefix of its kind, so that clients may pass any of them to
/// calls that accept several kinds. Ids contain only letters, digits, `-` and `_`: clients turn them into file names.
enum SubsonicID: Sendable, Equatable {
    case track(ID<Track>)
    case album(ID<Album>)
    case artist(ID<Artist>)
    case folder(ID<Folder>)
    case playlist(ID<Playlist>)
    /// A day of the board, shown as a playlist.
    case day(LocalDay)
    /// A stored picture, by the hash of its content.
    case image(String)
    case station(ID<RadioStation>)
    case podcast(ID<Podcast>)
    case episode(ID<Episode>)

    /// Nil for an id that this server cannot have assigned.
    init?(_ text: String) {
        guard (4...80).contains(text.utf8.count), text.utf8.allSatisfy(Self.isPlain) else { return nil }
        let value = String(text.dropFirst(3))
        switch text.prefix(3) {
        case "tr-": self = .track(ID(value))
        case "al-": self = .album(ID(value))
        case "ar-": self = .artist(ID(value))
        case "fo-": self = .folder(ID(value))
        case "pl-": self = .playlist(ID(value))
        case "bo-":
            guard let day = LocalDay(text: value) else { return nil }
            self = .day(day)
        case "im-": self = .image(value)
        case "ra-": self = .station(ID(value))
        case "po-": self = .podcast(ID(value))
        case "ep-": self = .episode(ID(value))
        default: return nil
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension CatalogSyncService {
    /// The album or artist that a folder on the disk is shown as, for calls that do not know folders; other ids
    /// unchanged.
    func tagged(_ id: SubsonicID?, as caller: Principal) async throws -> SubsonicID? {
        guard case .folder(let folder) = id else { return id }
        switch try await meaning(of: folder, as: caller) {
        case .album(let album): return .album(album)
        case .artist(let artist): return .artist(artist)
        case nil: return id
        }
    }
}
