import Catalog
import Foundation
import Support
import Testing

@testable import Media

@Suite("Ranges of an archive") struct ArchiveReadingTests {
    @Test("in sequence are unpacked in one pass, without starting over")
    func once() async throws {
        let folder = try TemporaryFolder()
        let script = """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as z:
                for name in 'abc': z.writestr(name, ''.join(f'{name}{i:07}' for i in range(40000)))
            """
        let path = folder.path + "/x.zip"
        let made = try await Program.run("/usr/bin/env", ["python3", "-c", script, path])
        try #require(made.status == 0, "\(made.error)")
        let reading = ArchiveReading(root: try #require(LibraryFolder(Array(folder.path.utf8))))
        func text(_ entry: String, _ offset: Int64, _ count: Int) throws -> String? {
            try reading.bytes(Array("x.zip".utf8), of: Array(entry.utf8), from: offset, count: count).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        #expect(try text("b", 0, 100_000)?.count == 100_000)
        // An earlier range, for which unpacking starts over.
        #expect(try text("a", 0, 16) == "a0000000a0000001")
        #expect(try text("a", 160_000, 8) == "a0020000")
        #expect(try text("a", 8, 8) == "a0000001")
        // A missing archive cannot be opened again, but the open one can be read on.
        try FileManager.default.removeItem(atPath: path)
        #expect(try text("a", 16, 200_000)?.suffix(8) == "a0025001")
        #expect(try text("a", 200_016, 200_000)?.count == 320_000 - 200_016)
        #expect(try text("c", 0, 8) == "c0000000")
        #expect(throws: FileProblem.self) { _ = try text("b", 0, 8) }
        #expect(throws: FileProblem.self) { _ = try text("c", 8, 8) }
    }
}
