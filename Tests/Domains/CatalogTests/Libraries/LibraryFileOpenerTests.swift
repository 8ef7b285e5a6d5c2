import Primitives
import Catalog
import Foundation
import Files
import Support
import Testing

@Suite("A file to be streamed") struct LibraryFileOpenerTests {
    @Test("is opened through a link that ends inside the library, and through no other") func links() async throws {
        let folder = try TemporaryFolder()
        let music = try MusicFolder(folder.path + "/music")
        let outside = try MusicFolder(folder.path + "/outside")
        try music.write("a/1.flac", "inside")
        try outside.write("secret.flac", "outside!")
        try music.link("relative.flac", to: "a/1.flac")
        try music.link("absolute.flac", to: music.path + "/a/1.flac")
        try music.link("back.flac", to: "../music/a/1.flac")
        try music.link("out.flac", to: outside.path + "/secret.flac")
        try music.link("up.flac", to: "../outside/secret.flac")
        try music.link("circle.flac", to: music.path + "/circle.flac")
        let opener = LibraryFileOpener()
        func size(_ name: String) async throws -> Int64? {
            guard let path = LibraryPath(bytes: Array(name.utf8)) else { return nil }
            return try await opener.open(path, in: Array(music.path.utf8))?.size
        }
        // Twice, because at first the library's folder is not open yet.
        for _ in 0..<2 {
            for name in ["a/1.flac", "relative.flac", "absolute.flac", "back.flac"] {
                #expect(try await size(name) == 6, "\(name)")
            }
            for name in ["out.flac", "up.flac", "circle.flac", "none.flac"] {
                #expect(try await size(name) == nil, "\(name)")
            }
        }
    }

    @Test("is the current one, however recently it was replaced") func exchanges() async throws {
        let folder = try TemporaryFolder()
        let music = try MusicFolder(folder.path + "/music")
        try music.write("1.flac", "first")
        let opener = LibraryFileOpener()
        func size() async throws -> Int64? {
            let path = try #require(LibraryPath(bytes: Array("1.flac".utf8)))
            let root = Array(music.path.utf8)
            if let kept = opener.openAtOnce(path, in: root) { return kept.size }
            return try await opener.open(path, in: root)?.size
        }
        for _ in 0..<3 { #expect(try await size() == 5) }
        // Replaces the file, like tag editors do.
        try music.write("new.flac", "second")
        #expect(rename(music.path + "/new.flac", music.path + "/1.flac") == 0)
        for _ in 0..<3 { #expect(try await size() == 6) }
        let handle = try #require(FileHandle(forWritingAtPath: music.path + "/1.flac"))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("!".utf8))
        try handle.close()
        for _ in 0..<3 { #expect(try await size() == 7) }
        try FileManager.default.removeItem(atPath: music.path + "/1.flac")
        for _ in 0..<3 { #expect(try await size() == nil) }
    }

    @Test("is closed after its last use") func closing() async throws {
        let folder = try TemporaryFolder()
        let music = try MusicFolder(folder.path + "/music")
        try music.write("1.flac", "first")
        let opener = LibraryFileOpener()
        let path = try #require(LibraryPath(bytes: Array("1.flac".utf8)))
        let root = Array(music.path.utf8)
        #expect(try await opener.open(path, in: root) != nil)
        #expect(opener.openAtOnce(path, in: root) != nil)
        let name = URL(fileURLWithPath: music.path).resolvingSymlinksInPath().path + "/1.flac"
        func isOpen() throws -> Bool {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").contains { number in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + number)) == name
            }
        }
        #expect(try isOpen())
        try await waitUntil("the file is closed") { try !isOpen() }
    }
}
