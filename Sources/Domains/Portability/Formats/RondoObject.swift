import Catalog
import Foundation
import Primitives

/// Reads things from the sections of another Rondo server's export.
enum RondoObject {
    /// The imported sections, in this order: a playlist or a folder comes before its contents. The other sections are
    /// for the owner to read; they belong to the exporting server only.
    static let sections = [
        "history", "bookmarks", "moments", "liked-tracks", "liked-albums", "liked-artists", "rated-tracks",
        "rated-albums", "rated-artists", "playlists", "playlist-entries", playlistFolders, "playlists-in-folders",
        "shelf-folders", "shelf-items", "wishes", "queue", "profile",
    ]

    static let playlistFolders = "playlist-folders"

    /// The most bytes of a text field: more than any field of an export contains. The import applies each field's own
    /// limit.
    private static let longestText = 64 * 1024
    /// Names of folders are kept until all of them are read. More bytes than a server allows for one.
    private static let longestFolderName = 1024
    private static let longestRules = 1024 * 1024
    /// The greatest place of an entry. No server uses a place near it, and numbers computed from it stay in range.
    private static let farthestPlace: Int64 = 1 << 53

    /// The thing that an object describes, and its picture. Empty where a required field is missing.
    ///
    /// - Parameter folders: those of playlists, which have been read before.
    static func items(
        _ object: [String: Any], of section: String, in folders: ImportedPlaylistFolders
    ) -> [ImportItem] {
        guard let item = item(object, of: section, folders) else { return [] }
        return [item] + [picture(object, of: item).map { .picture($0) }].compactMap(\.self)
    }

    /// Adds an object of `playlistFolders`. Returns false where a required field is missing.
    static func add(_ object: [String: Any], to folders: inout ImportedPlaylistFolders) -> Bool {
        guard let id = uuid(object["id"]), let name = HistoryObject.text(object["name"], upTo: longestFolderName),
            let at = HistoryObject.text(object["createdAt"]).flatMap(HistoryTime.instant(of:))
        else { return false }
        return folders.add(ImportedPlaylistFolder(id: id, name: name), in: uuid(object["parentId"]), at: at)
    }

    private static func picture(_ object: [String: Any], of item: ImportItem) -> ImportedPicture? {
        guard let file = object[PictureFile.column] as? String, PictureFile.key(of: file) != nil else { return nil }
        switch item {
        case .settings: return ImportedPicture(subject: .profile, file: file)
        case .playlist(let id, let name, _, _, _, _):
            return ImportedPicture(subject: .playlist(id: id, name: name), file: file)
        case .folder(let id, let name, _, _): return ImportedPicture(subject: .folder(id: id, name: name), file: file)
        case .shelfItem(let item):
            return ImportedPicture(subject: .shelfItem(id: item.id, title: item.title), file: file)
        case .wish(let title, let artist, _, _, _, _):
            return ImportedPicture(subject: .wish(title: title, artist: artist), file: file)
        default: return nil
        }
    }

    private static func item(
        _ object: [String: Any], of section: String, _ folders: ImportedPlaylistFolders
    ) -> ImportItem? {
        func at(_ name: String) -> Timestamp? { HistoryObject.text(object[name]).flatMap(HistoryTime.instant(of:)) }
        let text = { (name: String) in HistoryObject.text(object[name], upTo: longestText) }
        let name = text("name") ?? ""
        let (artist, musicBrainz) = (text("artist") ?? "", text("musicBrainzId"))
        let review = (object["review"] as? String).flatMap { $0.isEmpty ? nil : $0 }
        switch section {
        case "history":
            return track(object).flatMap { track in at("playedAt").map { .play(track, at: $0, client: text("client")) }
            }
        case "bookmarks":
            guard let track = track(object), let position = HistoryObject.whole(object["positionMs"]), position >= 0,
                let at = at("changedAt")
            else { return nil }
            return .bookmark(track, positionMilliseconds: position, comment: text("comment"), at: at)
        case "moments":
            guard let track = track(object), let position = HistoryObject.whole(object["positionMs"]), position >= 0,
                let at = at("createdAt"), let words = text("text")
            else { return nil }
            return .moment(track, positionMilliseconds: position, text: words, at: at)
        case "liked-tracks": return track(object).flatMap { track in at("likedAt").map { .trackLike(track, at: $0) } }
        case "liked-albums": return at("likedAt").map { .albumLike(name: name, artist: artist, at: $0) }
        case "liked-artists": return at("likedAt").map { .artistLike(name: name, musicBrainz: musicBrainz, at: $0) }
        case "rated-tracks", "rated-albums", "rated-artists":
            guard let at = at("ratedAt"), let half = halfStars(object) else { return nil }
            switch section {
            case "rated-albums":
                return .albumRating(name: name, artist: artist, halfStars: half, review: review, at: at)
            case "rated-artists":
                return .artistRating(name: name, musicBrainz: musicBrainz, halfStars: half, review: review, at: at)
            default: return track(object).map { .trackRating($0, halfStars: half, review: review, at: at) }
            }
        case "playlists":
            guard let id = uuid(object["id"]), !name.isEmpty, let at = at("createdAt") else { return nil }
            let rules = HistoryObject.text(object["rules"], upTo: longestRules)
            // Without its rules it would be a different playlist.
            guard rules != nil || object["rules"] == nil || object["rules"] is NSNull else { return nil }
            return .playlist(
                id: id, name: name, description: text("description") ?? "", visibility: text("visibility") ?? "private",
                rules: rules, at: at)
        case "playlist-entries":
            guard let playlist = uuid(object["playlistId"]), let id = uuid(object["entryId"]),
                let track = track(object),
                let place = HistoryObject.whole(object["place"]), (-farthestPlace...farthestPlace).contains(place),
                let at = at("addedAt")
            else { return nil }
            return .playlistEntry(playlist: playlist, id: id, place: place, track, at: at)
        case "playlists-in-folders":
            guard let playlist = uuid(object["playlistId"]), let folder = uuid(object["folderId"]) else { return nil }
            let path = folders.path(to: folder)
            let isOwn = HistoryObject.whole(object["isOwn"]) != 0
            return path.isEmpty
                ? nil : .playlistPlace(ImportedPlaylistPlace(playlist: playlist, name: name, isOwn: isOwn, path: path))
        case "shelf-folders":
            guard let id = uuid(object["id"]), !name.isEmpty, let at = at("createdAt") else { return nil }
            return .folder(id: id, name: name, icon: text("icon") ?? "", at: at)
        case "shelf-items": return shelfItem(object).map { .shelfItem($0) }
        case "wishes":
            guard let title = text("title"), let at = at("createdAt") else { return nil }
            return .wish(
                title: title, artist: artist, note: text("note") ?? "", genre: text("genre") ?? "",
                durationMilliseconds: HistoryObject.whole(object["durationMs"]), at: at)
        case "queue":
            guard let track = track(object) else { return nil }
            let position = HistoryObject.whole(object["positionMs"])
            return .queue([track], current: position == nil ? -1 : 0, positionMilliseconds: max(0, position ?? 0))
        case "profile": return .settings(locale: text("locale"), theme: text("theme"), shadingMode: text("shadingMode"))
        default: return nil
        }
    }

    private static func shelfItem(_ object: [String: Any]) -> ImportedItem? {
        func text(_ name: String) -> String? { HistoryObject.text(object[name], upTo: longestText) }
        guard let id = uuid(object["id"]), let title = text("title"),
            let at = text("addedAt").flatMap(HistoryTime.instant(of:))
        else { return nil }
        let content: ImportedItem.Content
        switch text("kind") {
        case "track":
            guard let track = track(object) else { return nil }
            content = .track(track)
        case "album": content = .album
        case "entry":
            content = .entry(
                genre: text("genre") ?? "", durationMilliseconds: HistoryObject.whole(object["durationMs"]))
        default: return nil
        }
        let folder = uuid(object["folderId"]).map { ImportedItem.Folder(id: $0, name: text("folder") ?? "") }
        return ImportedItem(
            id: id, content: content, title: title, artist: text("artist") ?? "", comment: text("comment") ?? "",
            halfStars: halfStars(object), folder: folder, at: at)
    }

    private static func halfStars(_ object: [String: Any]) -> Int? {
        guard let stars = (object["rating"] as? NSNumber)?.doubleValue else { return nil }
        return Int(exactly: (stars * 2).rounded()).flatMap { (2...10).contains($0) ? $0 : nil }
    }

    private static func track(_ object: [String: Any]) -> NamedTrack? {
        guard let title = HistoryObject.text(object["title"]) else { return nil }
        return NamedTrack(
            id: HistoryObject.text(object["trackId"]), recording: HistoryObject.text(object["recordingId"]),
            isrc: HistoryObject.text(object["isrc"]), title: title, artist: HistoryObject.text(object["artist"]) ?? "",
            album: HistoryObject.text(object["album"]), durationMilliseconds: HistoryObject.whole(object["durationMs"]))
    }

    private static func uuid(_ value: Any?) -> String? {
        (value as? String).flatMap { UUID(uuidString: $0)?.uuidString.lowercased() }
    }
}
