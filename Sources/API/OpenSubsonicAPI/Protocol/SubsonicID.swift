import Board
import Catalog
import Primitives
import Shelf

/// An id as this protocol shows it: that of the thing behind the prefix of its kind, so that clients may hand any of them to calls that
/// take several kinds. All are of letters, digits, `-` and `_`: clients make file names of them.
enum SubsonicID: Sendable, Equatable {
    case track(ID<Track>)
    case album(ID<Album>)
    case artist(ID<Artist>)
    case folder(ID<Folder>)
    case playlist(ID<Playlist>)
    /// A day of the board, which is shown as a playlist.
    case day(LocalDay)
    /// A stored picture, by the hash of its content.
    case image(String)

    /// Nil for what this server cannot have given out.
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
