import Foundation
import Glibc
import Lyrics
import Support
import Testing

@testable import rondo

/// Written lyrics saved as files beside the music, an option that an admin may switch on.
@Suite("Written lyrics beside the music", .timeLimit(.minutes(5))) struct LyricsBesideMusicTests {
    private let gateway: MusicServer
    private let file: String
    private let path: String

    init() async throws {
        gateway = try await MusicServer(frames: 1000)
        file = gateway.file.replacingOccurrences(of: ".wav", with: ".lrc")
        path = "/api/v1/tracks/\(gateway.track)/lyrics"
    }

    private func choose(_ isOn: Bool = true) async throws {
        let reply = try await gateway.request("PATCH", "/api/v1/settings", json: #"{"lyricsFiles":\#(isOn)}"#)
        #expect(reply.json?["lyricsFiles"] as? Bool == isOn, "\(reply.text)")
    }

    /// Publishes a line, or withdraws the lyrics. Returns the version's id.
    private func write(_ text: String?, on basis: String?) async throws -> String {
        let basis = basis.map { "\"\($0)\"" } ?? "null"
        let items = text.map { #"{"lines":[{"startMs":500,"text":"\#($0)"}]}"# } ?? ""
        let reply = try await gateway.request(
            "PUT", path + "/written", json: #"{"basis":\#(basis),"items":[\#(items)]}"#)
        return try #require(reply.json?["id"] as? String, "\(reply.text)")
    }

    private var content: String? { try? String(contentsOfFile: file, encoding: .utf8) }

    /// Waits until the file contains the text, or for nil until it does not exist.
    private func written(_ text: String?, at place: String? = nil) async throws {
        try await waitUntil("the file contains \(text ?? "nothing")") {
            let content = try? String(contentsOfFile: place ?? file, encoding: .utf8)
            return text.map { content?.contains($0) == true } ?? (content == nil)
        }
    }

    /// Waits until the server reports this many written files, and this reason for files that it could not write.
    private func reported(_ written: Int, _ reason: String?) async throws {
        try await waitUntil("\(written) files are written, and others not because: \(reason ?? "")") {
            let reply = try await gateway.request("GET", "/api/v1/settings/lyrics-files")
            let failures = try #require(reply.json?["failures"] as? [[String: Any]], "\(reply.text)")
            guard reply.json?["written"] as? Int == written else { return false }
            guard let reason else { return failures.isEmpty }
            let found = failures.first?["reason"] as? String ?? ""
            return failures.count == 1 && (reason.isEmpty || found.contains(reason))
        }
    }

    /// Scans, and returns the sources of the track's lyrics.
    private func sources() async throws -> [String] {
        try await gateway.scan()
        let items = try await gateway.request("GET", path).json?["items"] as? [[String: Any]]
        return try #require(items).compactMap { $0["source"] as? String }
    }

    private static let foreign = "has not written"

    @Test("are written only where an admin chose so, follow every version, and are not rescanned as a second version")
    func follows() async throws {
        let first = try await write("Uno", on: nil)
        try await gateway.server.all.sidecars.service.writeAll()
        #expect(content == nil)
        try await choose()
        try await written("[00:00.50]Uno\n")
        #expect(try await sources() == ["written"])
        let second = try await write("Dos", on: first)
        try await written("Dos")
        #expect(content?.contains("Uno") == false)
        try await reported(1, nil)
        #expect(try await sources() == ["written"])
        let third = try await write(nil, on: second)
        try await written(nil)
        try await reported(0, nil)
        #expect(try await sources() == [])
        try await choose(false)
        _ = try await write("Tres", on: third)
        try await gateway.server.all.sidecars.service.writeAll()
        #expect(content == nil)
        let left = try FileManager.default.contentsOfDirectory(
            atPath: URL(fileURLWithPath: file).deletingLastPathComponent().path)
        #expect(!left.contains { $0.hasPrefix(".rondo-") }, "\(left)")
    }

    @Test("never replace a file that the server did not write, or that was changed since")
    func foreign() async throws {
        try Data("[00:01.00]Mine\n".utf8).write(to: URL(fileURLWithPath: file))
        try await choose()
        let first = try await write("Uno", on: nil)
        try await reported(0, Self.foreign)
        #expect(content == "[00:01.00]Mine\n")
        #expect(try await sources() == ["written", "sidecar"])
        try FileManager.default.removeItem(atPath: file)
        let second = try await write("Dos", on: first)
        try await written("Dos")
        try await reported(1, nil)
        try Data("[00:01.00]Changed by hand\n".utf8).write(to: URL(fileURLWithPath: file))
        let third = try await write("Tres", on: second)
        try await reported(0, Self.foreign)
        #expect(content == "[00:01.00]Changed by hand\n")
        #expect(try await sources() == ["written", "sidecar"])
        _ = try await write(nil, on: third)
        try await reported(0, nil)
        #expect(content == "[00:01.00]Changed by hand\n")
        #expect(try await sources() == ["sidecar"])
    }

    @Test("follow the music when it moves")
    func moved() async throws {
        try await choose()
        _ = try await write("Uno", on: nil)
        try await written("Uno")
        let folder = gateway.folder + "/music/Elsewhere"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: gateway.file, toPath: folder + "/moved.wav")
        #expect(try await sources() == ["written"])
        try await written("Uno", at: folder + "/moved.lrc")
        #expect(content == nil)
        #expect(try await sources() == ["written"])
    }

    @Test("are not written where the server may not write, and the console shows the reason")
    func readOnly() async throws {
        try await choose()
        // Root may write into any folder, so for root a folder with the draft's name blocks the write.
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        let isRoot = geteuid() == 0
        let obstacle = folder + "/.rondo-\(gateway.track).part"
        if isRoot {
            try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: true)
        } else {
            #expect(chmod(folder, 0o555) == 0)
        }
        defer { chmod(folder, 0o755) }
        _ = try await write("Uno", on: nil)
        try await reported(0, isRoot ? "" : "The server may not write into the library's folder.")
        #expect(content == nil)
        let listener = try await gateway.person("li", role: "moderator")
        #expect(try await gateway.request("GET", "/api/v1/settings/lyrics-files", as: listener).status == 403)
    }
}
