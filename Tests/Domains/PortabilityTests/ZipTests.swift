import Foundation
import Glibc
import NIOPosix
import Portability
import Primitives
import Support
import Testing

@testable import Archives

/// Zips as Rondo writes them and as strangers do.
@Suite("A zip") struct ZipTests {
    private func make(_ entries: [(String, [UInt8])], in folder: TemporaryFolder) async throws -> String {
        let draft = try ZipMaker(pool: .singleton).make()
        var bytes: [UInt8] = []
        for (name, content) in entries {
            bytes += try await draft.begin(name, at: Timestamp(milliseconds: 1_700_000_000_000))
            bytes += try await draft.append(content)
        }
        bytes += try await draft.finish()
        let path = folder.path + "/file.zip"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func open<R>(_ path: String, _ body: (ZipFile) throws -> R) throws -> R {
        let descriptor = Glibc.open(path, O_RDONLY)
        defer { close(descriptor) }
        return try body(
            ZipFile(descriptor: descriptor, size: Int64(try Data(contentsOf: URL(fileURLWithPath: path)).count)))
    }

    @Test("contains what was put in, can be read from any offset, and by other programs")
    func roundTrip() async throws {
        let folder = try TemporaryFolder()
        let long = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
        let path = try await make([("a.json", Array("[]".utf8)), ("deep/b.csv", long), ("empty", [])], in: folder)
        try open(path) { (zip: ZipFile) throws -> Void in
            #expect(
                try zip.entries().map { String(decoding: $0.name, as: UTF8.self) } == ["a.json", "deep/b.csv", "empty"])
            #expect(try zip.open(Array("a.json".utf8))?.read(from: 0, count: 100) == Array("[]".utf8))
            for (offset, count) in [(0, 300_000), (0, 1), (65_535, 70_000), (299_999, 10), (300_000, 10)] {
                let expected = Array(long[offset..<min(offset + count, long.count)])
                #expect(try zip.open(Array("deep/b.csv".utf8))?.read(from: Int64(offset), count: count) == expected)
            }
            #expect(try zip.open(Array("empty".utf8))?.read(from: 0, count: 10) == [])
            #expect(try zip.open(Array("other".utf8))?.name == nil)
        }
        let tested = try await Program.run("/usr/bin/env", ["python3", "-m", "zipfile", "-t", path])
        #expect(tested.status == 0 && tested.output.contains("Done testing"), "\(tested.output)\(tested.error)")
    }

    @Test("is refused if it unpacks to far more than its own size")
    func bomb() async throws {
        let folder = try TemporaryFolder()
        let path = try await make([("zeros", [UInt8](repeating: 0, count: 200 << 20))], in: folder)
        try open(path) { (zip: ZipFile) throws -> Void in
            #expect(throws: ZipFile.Failure.tooLarge) {
                _ = try zip.open(Array("zeros".utf8))?.read(from: 199 << 20, count: 1000)
            }
            #expect(throws: ZipFile.Failure.tooLarge) {
                _ = try zip.open(Array("zeros".utf8))?.read(from: 600 << 20, count: 1000)
            }
        }
    }

    @Test("is refused if its entries together unpack to far more than its own size")
    func bombs() async throws {
        let folder = try TemporaryFolder()
        let zeros = [UInt8](repeating: 0, count: 12 << 20)
        let path = try await make([("a", zeros), ("b", zeros)], in: folder)
        try open(path) { (zip: ZipFile) throws -> Void in
            let walk = try #require(try zip.open(Array("a".utf8)))
            #expect(try walk.read(from: 0, count: 13 << 20).count == 12 << 20)
            #expect(try walk.goOn(to: Array("b".utf8)))
            #expect(throws: ZipFile.Failure.tooLarge) { _ = try walk.read(from: 0, count: 13 << 20) }
        }
    }

    @Test("truncated or damaged anywhere is refused, or read as it was written")
    func damage() async throws {
        let folder = try TemporaryFolder()
        let contents = [Array("hello hello hello".utf8), [UInt8](repeating: 7, count: 5000)]
        let path = try await make([("a", contents[0]), ("b", contents[1])], in: folder)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        var (read, refused) = (0, 0)
        for position in whole.indices {
            var damaged = whole
            damaged[position] ^= 0xff
            for content in [damaged, whole.prefix(position)] {
                try Data(content).write(to: URL(fileURLWithPath: path))
                do {
                    try open(path) { (zip: ZipFile) throws -> Void in
                        for entry in try zip.entries() {
                            let content = try zip.open(entry.name)?.read(from: 0, count: 10_000)
                            let isOriginal = content.map { contents.contains($0) } == true
                            #expect(isOriginal, "\(content?.count ?? -1) bytes with byte \(position) of \(whole.count)")
                            read += 1
                        }
                    }
                } catch ZipFile.Failure.corrupt {
                    refused += 1
                }
            }
        }
        #expect(read > 0 && refused > whole.count, "\(read) \(refused)")
    }

    @Test("of another format is refused, and names are only compared")
    func others() async throws {
        let folder = try TemporaryFolder()
        let script = """
            import tarfile, zipfile, io, sys
            with tarfile.open(sys.argv[1] + '/x.tar', 'w') as t: t.addfile(tarfile.TarInfo('a'), io.BytesIO())
            with zipfile.ZipFile(sys.argv[1] + '/y.zip', 'w') as z:
                z.writestr('../../etc/passwd', 'up'); z.writestr('/absolute', 'root'); z.writestr('na\\u00efve', 'x'); z.writestr('dir/', '')
            """
        let made = try await Program.run("/usr/bin/env", ["python3", "-c", script, folder.path])
        try #require(made.status == 0, "\(made.error)")
        #expect(throws: ZipFile.Failure.corrupt) { _ = try open(folder.path + "/x.tar") { try $0.entries() } }
        try open(folder.path + "/y.zip") { (zip: ZipFile) throws -> Void in
            let names = try zip.entries().map { String(decoding: $0.name, as: UTF8.self) }
            #expect(names.contains("../../etc/passwd") && names.contains("/absolute") && !names.contains("dir/"))
            #expect(try zip.open(Array("../../etc/passwd".utf8))?.read(from: 0, count: 9) == Array("up".utf8))
        }
    }
}
