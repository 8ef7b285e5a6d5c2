import Accounts
import Foundation
import Lyrics
import Primitives
import Support
import Testing

@testable import SQLiteStore
@testable import rondo

/// A server with a few songs that have lyrics, called with a device key like other programs do.
struct SongServer {
    static let songs: [(title: String, artist: String, album: String, isrc: String, words: String)] = [
        (
            "A Thousand Years", "Christina Perri", "Breaking Dawn", "USAT21101825",
            "[la:en]\n[00:00.20]<00:00.20>Heart <00:00.30>beats <00:00.40>fast<00:00.50>\n[00:00.60]Colors & promises\n"
        ),
        ("Zolw", "Lona", "Nic dziwnego", "PLA000000001", "Idzie żółw przez świat\nI nie spieszy się\n"),
        ("Silence", "John Cage", "Quiet", "USCAGE000433", ""),
    ]

    /// One server for all tests that change nothing other tests read.
    static let shared = Task { try await SongServer() }

    let gateway: MusicServer
    let key: String

    init(arguments: [String] = []) async throws {
        gateway = try await MusicServer(arguments: arguments, frames: 1000)
        key = try await gateway.deviceKey(of: "ada")
        try await add(Self.songs, to: "music")
    }

    /// Puts songs into one of the server's folders and waits until their lyrics are searchable.
    func add(
        _ songs: [(title: String, artist: String, album: String, isrc: String, words: String)], to library: String
    ) async throws {
        for (index, song) in songs.enumerated() {
            let folder = "\(gateway.folder)/\(library)/\(song.artist)/\(song.album)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let tags = [
                ("TIT2", song.title), ("TPE1", song.artist), ("TALB", song.album), ("TSRC", song.isrc),
            ]
            let seed = UInt64(song.title.utf8.reduce(index) { $0 &* 31 &+ Int($1) } & 0xFFFF)
            try Data(TaggedWAV.file(tags, seed: seed)).write(to: URL(fileURLWithPath: folder + "/\(index).wav"))
            guard !song.words.isEmpty else { continue }
            let ending = song.words.hasPrefix("[") ? "lrc" : "txt"
            try Data(song.words.utf8).write(to: URL(fileURLWithPath: folder + "/\(index).\(ending)"))
        }
        try await gateway.scan()
        try await indexed()
    }

    /// Waits until the lyrics of every song are in the index.
    func indexed() async throws {
        let index = SQLiteWordSearchStore(gateway.server.features.instance.database)
        while try await index.indexNext(country: gateway.server.features.instance.settings.country) {}
    }

    /// Replaces the lyrics that providers gave of the track.
    func provide(_ text: StoredLyrics, of track: String) async throws {
        try await gateway.server.features.instance.database.write(.catalogue) { db in
            try ProvidedLyricsTable(db).replace([text], of: track)
        }
    }

    func get(_ target: String, _ fields: [(String, String)] = []) async throws -> HTTPReply {
        try await gateway.send("GET", target, fields)
    }

    /// The header and the body of a call in Musixmatch's format.
    func call(
        _ name: String, _ query: String, key: String? = nil
    ) async throws -> (header: [String: Any], body: [String: Any]) {
        let reply = try await get("/musixmatch/ws/1.1/\(name)?\(query)&format=json&apikey=\(key ?? self.key)")
        #expect(reply.status == 200 && reply["content-type"] == "application/json", "\(reply.text)")
        let message = try #require(reply.json?["message"] as? [String: Any], "\(reply.text)")
        let header = try #require(message["header"] as? [String: Any])
        #expect(header["execute_time"] is Double)
        return (header, message["body"] as? [String: Any] ?? [:])
    }

    func status(_ name: String, _ query: String, key: String? = nil) async throws -> Int? {
        try await call(name, query, key: key).header["status_code"] as? Int
    }

    /// The number of a song.
    func number(of title: String) async throws -> Int {
        let name = title.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let track = try await call("matcher.track.get", "q_track=\(name)").body["track"] as? [String: Any]
        return try #require(track?["commontrack_id"] as? Int)
    }
}
