import Catalog
import Foundation
import Primitives

/// Reads the files of other services: each as a whole, because a playlist is small. Playlists that name videos only
/// wait for the file that has the songs' names.
struct ServiceReading {
    /// The largest file, unpacked. A library of 50,000 songs of Apple Music has about 80 MiB.
    static let longestFile = 128 << 20
    /// The largest JSON file in bytes. Read, it takes about twenty times as much memory.
    static let longestJSON = 16 << 20
    private static let mostVideos = 500_000

    private(set) var hasFound = false
    private var songs: [String: NamedTrack] = [:]
    private var waiting: [(playlist: String, videos: [SongTable.Video])] = []
    private var waitingCount = 0

    /// Reads a file; nil for one of another kind.
    ///
    /// - Parameter name: the file's name, which names the playlist if nothing in the file does.
    mutating func read(_ bytes: [UInt8], named name: String) throws(DomainError) -> BroughtLists? {
        let text = Self.utf8(bytes)
        let first = text.first { ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) }
        let lists: BroughtLists?
        switch first {
        case nil: return nil
        case UInt8(ascii: "<"): lists = try MusicLibraryFile.lists(text)
        // No service writes a list of songs as an array.
        case UInt8(ascii: "["): return nil
        case UInt8(ascii: "{"):
            guard text.count <= Self.longestJSON else {
                throw .importTooLarge("A JSON file of a service may have 16 MiB at most")
            }
            let data = Data(text)
            guard let value = try? JSONSerialization.jsonObject(with: data) else { throw .unreadableImport }
            lists = (value as? [String: Any]).flatMap(ServiceObject.lists)
        default: lists = try table(text, named: Self.playlistName(name))
        }
        if lists != nil { hasFound = true }
        return lists
    }

    /// The playlists that waited for the names of their songs.
    mutating func end() -> BroughtLists? {
        guard !waiting.isEmpty else { return nil }
        var lists = BroughtLists(source: .youtubeMusic)
        for (playlist, videos) in waiting {
            for video in videos {
                if let song = songs[video.id] {
                    lists.add(song, to: playlist, at: video.at)
                } else {
                    lists.unreadable += 1
                }
            }
        }
        return lists
    }

    private mutating func table(_ text: [UInt8], named name: String) throws(DomainError) -> BroughtLists? {
        var lines = CSVLines(separator: Self.separator(of: text))
        var rows = try lines.feed(text)
        if let last = lines.end() { rows.append(last) }
        guard let head = rows.first else { return nil }
        let second = rows.count > 1 ? rows[1] : []
        if let table = SongTable(head: head) ?? SongTable(translated: head, first: second) {
            return read(rows.dropFirst(), of: table, named: name)
        }
        // Older playlists of YouTube begin with a few lines about the playlist.
        let videos = rows.compactMap { SongTable.video($0) }
        guard !videos.isEmpty, rows.count - videos.count <= 8 else { return nil }
        waitingCount += videos.count
        guard waitingCount <= Self.mostVideos else { throw .importTooLarge("The file contains too many things") }
        waiting.append((name, videos))
        return BroughtLists(source: .youtubeMusic)
    }

    private mutating func read(
        _ rows: some Sequence<[String]>, of table: SongTable, named name: String
    ) -> BroughtLists {
        var lists = BroughtLists(source: table.source)
        for row in rows {
            guard let song = table.song(row) else {
                lists.unreadable += 1
                continue
            }
            if let video = song.video {
                songs[video] = song.track
                lists.items.append(.trackLike(song.track, at: song.at ?? .asImported))
            } else if song.isLiked || song.playlist == nil && SongTable.isLoved(name) {
                lists.items.append(.trackLike(song.track, at: song.at ?? .asImported))
            } else {
                lists.add(song.track, to: song.playlist ?? name, at: song.at)
            }
        }
        return lists
    }

    /// Whether a file that begins so is a list of songs rather than a history.
    static func isSongList(_ head: [UInt8]) -> Bool {
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return true }
        let row = firstRow(of: head).cells
        return !HistoryRows.isHead(row) && SongTable(head: row) != nil
    }

    /// The separator of a history that begins so: a comma, unless its head has another.
    static func historySeparator(_ head: [UInt8]) -> UInt8 {
        let (row, separator) = firstRow(of: head)
        return HistoryRows.isHead(row) ? separator : UInt8(ascii: ",")
    }

    private static func firstRow(of head: [UInt8]) -> (cells: [String], separator: UInt8) {
        let line = Array(head.prefix { $0 != UInt8(ascii: "\n") }) + [UInt8(ascii: "\n")]
        let separator = separator(of: line)
        var lines = CSVLines(separator: separator)
        return ((try? lines.feed(line))?.first ?? [], separator)
    }

    private static func separator(of text: [UInt8]) -> UInt8 {
        let line = text.prefix { $0 != UInt8(ascii: "\n") }
        var (best, most) = (UInt8(ascii: ","), 0)
        for choice in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")] {
            let count = line.count { $0 == choice }
            if count > most { (best, most) = (choice, count) }
        }
        return best
    }

    /// The text without its mark; UTF-16 is converted.
    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        return TextDecoding.markedUTF16(bytes).map { Array($0.utf8) } ?? bytes
    }

    /// "Takeout/…/Summer-videos.csv" is "Summer", "road_trip.csv" is "road trip".
    private static func playlistName(_ path: String) -> String {
        var name = path.split(separator: "/").last.map(String.init) ?? ""
        if let dot = name.lastIndex(of: "."), dot != name.startIndex { name = String(name[..<dot]) }
        for suffix in ["-videos", "-vídeos", "-filmy", "-Videos"] where name.hasSuffix(suffix) {
            name.removeLast(suffix.count)
        }
        return name.replacing("_", with: " ")
    }
}
