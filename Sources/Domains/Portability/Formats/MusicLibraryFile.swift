import Catalog
import Foundation
import Primitives

/// Reads the library that Apple Music and iTunes export: a property list in XML with a dictionary of tracks by their
/// ids, and an array of playlists (File › Library › Export Library…;
/// https://developer.apple.com/documentation/ituneslibrary has the meaning of the keys).
struct MusicLibraryFile {
    private static let mostTracks = 500_000
    private static let longestText = 4096

    private var reader: XMLReader
    private var lists = BroughtLists(source: .appleMusic)
    private var tracks: [String: NamedTrack] = [:]

    /// Nil for another kind of document. Throws `invalid` for one that is damaged.
    static func lists(_ bytes: [UInt8]) throws(DomainError) -> BroughtLists? {
        var file = MusicLibraryFile(reader: XMLReader(bytes, skipsDocumentType: true))
        do {
            guard try file.start() == "plist", try file.start() == "dict" else { return nil }
            var isLibrary = false
            while let key = try file.key() {
                switch (key, try file.start()) {
                case ("Tracks", "dict"):
                    isLibrary = true
                    try file.readTracks()
                case ("Playlists", "array"): try file.readPlaylists()
                default: try file.skip()
                }
            }
            return isLibrary ? file.lists : nil
        } catch {
            throw .unreadableImport
        }
    }

    /// The next element's name; nil at the end of the one around it.
    private mutating func start() throws(XMLReader.Fault) -> String? {
        while let event = try reader.next() {
            switch event {
            case .start(let name): return name
            case .text: continue
            case .end: return nil
            }
        }
        return nil
    }

    /// The text of the element that has started, to its end. Elements within it are passed over.
    @discardableResult
    private mutating func skip() throws(XMLReader.Fault) -> String {
        var (text, depth) = ("", 1)
        while depth > 0, let event = try reader.next() {
            switch event {
            case .start: depth += 1
            case .end: depth -= 1
            case .text(let more): if text.utf8.count < Self.longestText { text += more.prefix(Self.longestText) }
            }
        }
        return text
    }

    private mutating func key() throws(XMLReader.Fault) -> String? {
        while let name = try start() {
            let text = try skip()
            if name == "key" { return text }
        }
        return nil
    }

    private mutating func readTracks() throws(XMLReader.Fault) {
        while let id = try key() {
            guard try start() == "dict" else {
                try skip()
                continue
            }
            try readTrack(id)
        }
    }

    /// The flat values of a dictionary. Flags are "true".
    private mutating func values() throws(XMLReader.Fault) -> [String: String] {
        var values: [String: String] = [:]
        while let key = try key() {
            guard let kind = try start() else { return values }
            let text = try skip()
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
        while let kind = try start() {
            guard kind == "dict" else {
                try skip()
                continue
            }
            try readPlaylist()
        }
    }

    /// The lists that the program makes itself, and folders, are left out.
    private mutating func readPlaylist() throws(XMLReader.Fault) {
        var (name, isBuiltIn, ids) = ("", false, [String]())
        while let key = try key() {
            guard let kind = try start() else { break }
            switch (key, kind) {
            case ("Playlist Items", "array"):
                while try start() != nil {
                    if let id = try values()["Track ID"], ids.count < Self.mostTracks { ids.append(id) }
                }
            case ("Name", _): name = try skip()
            case ("Master", "true"), ("Folder", "true"), ("Visible", "false"), ("Distinguished Kind", _),
                ("Music", "true"), ("Podcasts", "true"), ("Movies", "true"), ("TV Shows", "true"),
                ("Audiobooks", "true"), ("Purchased Music", "true"):
                isBuiltIn = true
                try skip()
            default: try skip()
            }
        }
        guard !isBuiltIn, !name.isEmpty else { return }
        lists.begin(name)
        // Songs that are not among the tracks are films and the like.
        for id in ids { if let track = tracks[id] { lists.add(track, to: name, at: nil) } }
    }
}
