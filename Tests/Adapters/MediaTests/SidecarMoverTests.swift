import Catalog
import Foundation
import Glibc
import Logging
import Lyrics
import Primitives
import Testing

@testable import Media

@Suite("The mover of lyrics files") struct SidecarMoverTests {
    private let library: TestFolder

    init() throws {
        library = try TestFolder()
    }

    private func file(
        _ name: String = "Song.flac", in folder: String = "", root: [UInt8]? = nil
    ) throws -> SidecarFile {
        try #require(
            SidecarFile(ID("track"), root: root ?? library.root, besides: Array(name.utf8), in: Array(folder.utf8)))
    }

    private func write(_ file: SidecarFile, _ text: String, over placed: String = "") async throws -> LibraryFileOutcome
    {
        let silent = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        return try await ConfinedMover(launcher: try WorkerFixture.executable, logger: silent)
            .write(file, text, over: placed)
    }

    private func everything() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: library.path).sorted()
    }

    @Test("writes, replaces and removes the server's own files, and can safely be asked again")
    func writes() async throws {
        let song = try file()
        for _ in 1...2 { #expect(try await write(song, "one") == .done) }
        #expect(try library.bytes(of: "Song.lrc") == Array("one".utf8))
        for _ in 1...2 { #expect(try await write(song, "two", over: "one") == .done) }
        #expect(try library.bytes(of: "Song.lrc") == Array("two".utf8))
        let long = String(repeating: "[00:01.00]a long line of a long song\n", count: 40_000)
        #expect(try await write(song, long, over: "two") == .done)
        #expect(try library.bytes(of: "Song.lrc").count == long.utf8.count)
        for _ in 1...2 { #expect(try await write(song, "", over: long) == .done) }
        #expect(try everything() == [])
    }

    @Test("touches nothing else: other files, folders, links, and paths outside the library")
    func others() async throws {
        try Data("other".utf8).write(to: URL(fileURLWithPath: library.file("Song.lrc")))
        for placed in ["", "one"] {
            for text in ["two", ""] {
                #expect(try await write(file(), text, over: placed) == .taken, "\(text) over \(placed)")
            }
        }
        #expect(try library.bytes(of: "Song.lrc") == Array("other".utf8))
        try FileManager.default.createDirectory(atPath: library.file("Folder.lrc"), withIntermediateDirectories: true)
        #expect(symlink("Song.lrc", library.file("Link.lrc")) == 0)
        for name in ["Folder.flac", "Link.flac"] {
            #expect(try await write(file(name), "two", over: "other") == .taken, "\(name)")
        }
        let outside = try TestFolder()
        #expect(symlink(outside.path, library.file("out")) == 0)
        guard case .failed = try await write(file(in: "out"), "two") else {
            Issue.record("a file outside the library was written")
            return
        }
        #expect(try await write(file(in: "Nobody"), "two") == .gone)
        #expect(try await write(file(in: ".hidden"), "two") == .unavailable)
        #expect(try await write(file(root: Array("/etc".utf8)), "two") == .unavailable)
        #expect(try everything() == ["Folder.lrc", "Link.lrc", "Song.lrc", "out"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == [])
    }

    @Test("finishes an interrupted run, and restores files that were not the server's")
    func interrupted() async throws {
        try Data("one".utf8).write(to: URL(fileURLWithPath: library.file(".rondo-track.old")))
        #expect(try await write(file(), "two", over: "one") == .done)
        #expect(try everything() == ["Song.lrc"])
        try FileManager.default.moveItem(atPath: library.file("Song.lrc"), toPath: library.file(".rondo-track.old"))
        try Data("other".utf8).write(to: URL(fileURLWithPath: library.file(".rondo-track.old")))
        #expect(try await write(file(), "three", over: "two") == .taken)
        #expect(try everything() == ["Song.lrc"])
        #expect(try library.bytes(of: "Song.lrc") == Array("other".utf8))
    }

    @Test("accepts only lyrics files")
    func jobs() throws {
        let job = SidecarJob(try file(in: "Ann"), "one", over: "two")
        let bytes = job.bytes
        #expect(try bytes.withUnsafeBytes { try SidecarJob(decoding: $0) } == job)
        let ending = try #require(bytes.firstRange(of: Array(".lrc".utf8)))
        var other = bytes
        other.replaceSubrange(ending, with: Array(".mp3".utf8))
        #expect(throws: WireError.self) { try other.withUnsafeBytes { try SidecarJob(decoding: $0) } }
        #expect(throws: WireError.self) { try bytes.dropLast().withUnsafeBytes { try SidecarJob(decoding: $0) } }
    }
}
