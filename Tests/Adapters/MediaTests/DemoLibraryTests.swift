import Catalog
import Foundation
import Media
import Testing

@Suite("The demo library")
struct DemoLibraryTests {
    @Test("is complete, tagged, and made only once")
    func make() async throws {
        let folder = try TestFolder()
        let library = folder.file("Demo")
        try await DemoLibrary().make(at: library)
        let names = try FileManager.default.subpathsOfDirectory(atPath: library).sorted()
        #expect(names.count { $0.hasSuffix("cover.jpg") } == 2)
        #expect(!names.contains { $0.hasSuffix(".wav") || $0.hasSuffix(".ppm") })
        let pieces = names.filter { name in ["flac", "opus", "mp3", "m4a"].contains { name.hasSuffix(".\($0)") } }
        #expect(pieces.count == 6)
        try await WorkerFixture.withPool { pool in
            for piece in pieces {
                let file = try await pool.read(.of("Demo/" + piece), in: folder.root)
                #expect(file.tags.albumArtists == ["Rondo Demo Ensemble"])
                #expect((20_000...40_000).contains(file.audio.durationMilliseconds))
                #expect(file.tags.trackTotal == 3)
                #expect(file.tags.date?.hasPrefix("2026-") == true)
                #expect(!file.tags.composers.isEmpty)
            }
        }
        let before = try FileManager.default.attributesOfItem(atPath: library)[.modificationDate] as? Date
        try await DemoLibrary().make(at: library)
        #expect(try FileManager.default.attributesOfItem(atPath: library)[.modificationDate] as? Date == before)
        // No partial library is left beside it.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Demo"])
    }

    @Test("is not written into a folder with other content")
    func occupied() async throws {
        let folder = try TestFolder()
        await #expect(throws: CocoaError.self) { try await DemoLibrary().make(at: folder.path) }
    }
}
