import Foundation
import NIOPosix
import Portability
import Primitives
import Support
import Testing

@testable import Archives

@Suite("A received file") struct ReceivedFileTests {
    @Test("is written while the disk's reserve stays free")
    func reserve() async throws {
        let folder = try TemporaryFolder()
        let wide = try ReceivedFiles(folder: folder.path + "/wide", reserve: 0, pool: .singleton)
        let kept = try await wide.begin()
        try await kept.append(Array("kept".utf8))
        #expect(try await wide.bytes(of: kept.name, from: 0, count: 10) == Array("kept".utf8))
        let full = try ReceivedFiles(folder: folder.path + "/full", reserve: .max, pool: .singleton)
        let refused = try await full.begin()
        let failure = await #expect(throws: DomainError.self) { try await refused.append([1]) }
        #expect(failure?.code == .storageFull)
        #expect(try await full.bytes(of: refused.name, from: 0, count: 10).isEmpty)
    }
}
