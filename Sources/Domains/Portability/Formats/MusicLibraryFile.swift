import Catalog
import Foundation
import Primitives

/// Reads the library that Apple Music and iTunes export: a property list in XML with a dictionary of tracks by their
/// ids, and an array of playlists with folders among them, which name the folder that they are in (File › Library ›
/// Export Library…; https://developer.apple.com/documentation/ituneslibrary has the meaning of the keys).
struct MusicLibraryFile {
    private static let mostTracks = 500_000
    private static let longestText = 4096

    private var reader: XMLReader
    private var lists = BroughtLists(source: .appleMusic)
    private var tracks: [String: NamedTrack] = [:]
    private var folders = ImportedPlaylistFolders()
    /// The folder of each playlist that is in one, by its id in the file.
    private var parents: [(playlist: String, folder: String)] = []

    /// Nil for another kind of document. Throws `invalid` for one that is damaged.
    static func lists(_ bytes: [UInt8]) throws(DomainError) -> BroughtLists? {
        var file = MusicLibraryFile(reader: XMLReader(bytes, skipsDocumentType: true))
        do {
            guard try file.reader.child() == "plist", try file.reader.child() == "dict" else { return nil }
            var isLibrary = false
            while let key = try file.key() {
                switch (key, try file.reader.child()) {
                case ("Tracks", "dict"):
                    isLibrary = true
                    try file.readTracks()
                case ("Playlists", "array"): try file.readPlaylists()
                default: try file.reader.passElement()
                }
            }
            file.addFolders()
            return isLibrary ? file.lists : nil
        } catch {
            throw .unreadableImport
        }
    }

    private mutating func key() throws(XMLReader.Fault) -> String? {
        while let name = try reader.child() {
            let text = try text()
            if name == "key" { return text }
        }
        return nil
    }

    /// The text of the open element, through its end.
    private mutating func text() throws(XMLReader.Fault) -> String {
        try reader.content(upTo: Self.longestText)
    }

    private mutating func readTracks() throws(XMLReader.Fault) {
        while let id = try key() {
            guard try reader.child() == "dict" else {
                try reader.passElement()
                continue
            }
            try readTrack(id)
        }
    }

    /// The flat values of a dictionary. Flags are "true".
    private mutating func values() throws(XMLReader.Fault) -> [String: String] {
        var values: [String: String] = [:]
        while let key = try key() {
            guard let kind = try reader.child() else { return values }
            let text = try text()
            values[key] = kind == "true" ? "true" : text
        }
        return values
    }

    private mutating func readTrack(_ id: String) throws(XMLReader.Fault) {
        let values = try values()
        let isOther = ["Podcast", "Movie", "TV Show", "Has Video", "Music Video", "Audiobooks"].contains {
            values[$0] == "true"
        }
        guard !isOther, tracks.count < Self.mostTracks else { return }
        guard let title = values["Name"]?.trimmingSpaces(), !title.isEmpty else { return lists.unreadable += 1 }
        let track = NamedTrack(
            title: title, artist: values["Artist"] ?? values["Album Artist"] ?? "", album: values["Album"],
            durationMilliseconds: values["Total Time"].flatMap { Int64($0) })
        tracks[id] = track
        if values["Loved"] == "true" || values["Favorited"] == "true" {
            lists.items.append(.trackLike(track, at: .asImported))
        }
        // A computed rating is that of the album. 20 is one star.
        if let rating = values["Rating"].flatMap({ Int($0) }), (10...100).contains(rating),
            values["Rating Computed"] != "true"
        {
            lists.items.append(
                .trackRating(track, halfStars: max(2, rating / 10), review: nil, at: .asImported))
        }
    }

    private mutating func readPlaylists() throws(XMLReader.Fault) {
        while let kind = try reader.child() {
            guard kind == "dict" else {
                try reader.passElement()
                continue
            }
            try readPlaylist()
        }
    }

    /// The lists that the program makes itself are left out. A folder is a list too, of all the songs in it.
    private mutating func readPlaylist() throws(XMLReader.Fault) {
        var (isBuiltIn, isFolder, ids) = (false, false, [String]())
        var texts: [String: String] = [:]
        while let key = try key() {
            guard let kind = try reader.child() else { break }
            switch (key, kind) {
            case ("Playlist Items", "array"):
                while try reader.child() != nil {
                    if let id = try values()["Track ID"], ids.count < Self.mostTracks { ids.append(id) }
                }
            case ("Name", _), ("Playlist Persistent ID", _), ("Parent Persistent ID", _): texts[key] = try text()
            case ("Folder", "true"):
                isFolder = true
                try reader.passElement()
            case ("Master", "true"), ("Visible", "false"), ("Distinguished Kind", _), ("Music", "true"),
                ("Podcasts", "true"), ("Movies", "true"), ("TV Shows", "true"), ("Audiobooks", "true"),
                ("Purchased Music", "true"):
                isBuiltIn = true
                try reader.passElement()
            default: try reader.passElement()
            }
        }
        guard !isBuiltIn, let name = texts["Name"]?.trimmingSpaces(), !name.isEmpty else { return }
        let parent = texts["Parent Persistent ID"]
        if isFolder {
            guard let id = texts["Playlist Persistent ID"],
                folders.add(ImportedPlaylistFolder(id: id, name: name), in: parent, at: .asImported)
            else { return lists.unreadable += 1 }
            return
        }
        lists.begin(name)
        if let parent { parents.append((BroughtLists.name(name), parent)) }
        // Songs that are not among the tracks are films and the like.
        for id in ids { if let track = tracks[id] { lists.add(track, to: name, at: nil) } }
    }

    /// Adds the folders, and the playlists' places in them, after the playlists.
    private mutating func addFolders() {
        lists.items += folders.items
        for (name, parent) in parents {
            let path = folders.path(to: parent)
            guard !path.isEmpty else { continue }
            let place = ImportedPlaylistPlace(playlist: name, name: name, isOwn: true, path: path)
            lists.items.append(.playlistPlace(place))
        }
    }
}
