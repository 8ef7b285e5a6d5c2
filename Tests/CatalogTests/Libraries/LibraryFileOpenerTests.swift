import Blobs
import Catalog
import Foundation
import LibraryFiles
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
        // Twice: at first the library's folder is not open yet.
        for _ in 0..<2 {
            for name in ["a/1.flac", "relative.flac", "absolute.flac", "back.flac"] {
                #expect(try await size(name) == 6, "\(name)")
            }
            for name in ["out.flac", "up.flac", "circle.flac", "none.flac"] {
                #expect(try await size(name) == nil, "\(name)")
            }
        }
    }
}
