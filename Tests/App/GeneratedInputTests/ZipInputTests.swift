import Foundation
import Glibc
import NIOPosix
import Portability
import Primitives
import Support
import Testing

@testable import Archives

@Suite("Generated zips") struct ZipInputTests {
    private static func zip(_ entries: [(String, [UInt8])]) async throws -> [UInt8] {
        let draft = try ZipMaker(pool: .singleton).make()
        var bytes: [UInt8] = []
        for (name, content) in entries {
            bytes += try await draft.begin(name, at: Timestamp(milliseconds: 1_700_000_000_000))
            bytes += try await draft.append(content)
        }
        return try await bytes + draft.finish()
    }

    @Test("a zip is read to its end or refused, and never unpacks to more than its limit") func walk() async throws {
        let corpus = [
            try await Self.zip([("a.json", Array("[]".utf8)), ("pictures/b.png", (0...255).map { $0 })]),
            try await Self.zip([("zeros", [UInt8](repeating: 0, count: 100_000))]), try await Self.zip([]),
        ]
        let input = GeneratedInput(
            "zip", corpus: corpus,
            tokens: ["PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "PK\u{6}\u{6}", "PK\u{7}\u{8}", "../"],
            count: 1000)
        let folder = try TemporaryFolder()
        let file = open(folder.path + "/zip", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        try input.each { bytes in
            try #require(ftruncate(file, 0) == 0)
            try #require(bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) } == bytes.count)
            let zip = ZipFile(descriptor: file, size: Int64(bytes.count))
            do throws(ZipFile.Failure) {
                for entry in try zip.entries().prefix(20) {
                    guard let walk = try zip.open(entry.name) else { continue }
                    var offset: Int64 = 0
                    while true {
                        let part = try walk.read(from: offset, count: 64 << 10)
                        guard !part.isEmpty else { break }
                        offset += Int64(part.count)
                        guard offset <= Int64(bytes.count) * 250 + 16 << 20 else { throw .tooLarge }
                    }
                }
            } catch {
                // The archive was refused.
            }
        }
    }
}
