import Catalog
import Crypto
import Foundation
import Glibc
import Logging
import Primitives
import Submissions
import Subprocess
import SystemPackage
import Testing

@testable import Media

@Suite("The mover") struct MoverTests {
    private let quarantine: TestFolder
    private let library: TestFolder
    private let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    init() throws {
        quarantine = try TestFolder()
        library = try TestFolder()
        try Data(bytes).write(to: URL(fileURLWithPath: quarantine.file("gift")))
    }

    private func publication(_ path: String, digest: [UInt8]? = nil) throws -> Publication {
        Publication(
            id: ID("gift"), library: ID("l"), root: library.root,
            path: try #require(LibraryPath(bytes: Array(path.utf8))),
            size: Int64(bytes.count), digest: digest ?? Array(SHA256.hash(data: bytes)))
    }

    private func move(_ publication: Publication) async throws -> MoveOutcome {
        let silent = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let mover = ConfinedMover(launcher: try WorkerFixture.executable, logger: silent)
        return try await mover.move(publication, from: quarantine.root)
    }

    private func everything() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: library.path).sorted()
    }

    @Test("puts a file at its place, making folders, and finds it there when asked again")
    func moves() async throws {
        let order = try publication("Ann/Album (1999)/01 Song.flac")
        #expect(try await move(order) == .moved)
        #expect(
            try Array(Data(contentsOf: URL(fileURLWithPath: library.file("Ann/Album (1999)/01 Song.flac")))) == bytes)
        #expect(FileManager.default.fileExists(atPath: quarantine.file("gift")))
        #expect(try await move(order) == .wasThere)
        #expect(try everything().count == 3)
    }

    @Test("writes over nothing, whatever is at the place")
    func taken() async throws {
        try FileManager.default.createDirectory(atPath: library.file("folder.flac"), withIntermediateDirectories: true)
        try Data("other".utf8).write(to: URL(fileURLWithPath: library.file("file.flac")))
        #expect(symlink("nowhere", library.file("link.flac")) == 0)
        for name in ["folder.flac", "file.flac", "link.flac"] {
            #expect(try await move(publication(name)) == .taken, "\(name)")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: library.file("file.flac"))) == Data("other".utf8))
        #expect(try everything() == ["file.flac", "folder.flac", "link.flac"])
    }

    @Test("what is not the file any more that was looked through does not get in, and leaves nothing")
    func changed() async throws {
        for digest in [[UInt8](repeating: 0, count: 32)] {
            guard case .failed = try await move(publication("a.flac", digest: digest)) else {
                Issue.record("it was moved")
                return
            }
        }
        try Data(bytes + [1]).write(to: URL(fileURLWithPath: quarantine.file("gift")))
        guard case .failed = try await move(publication("a.flac")) else {
            Issue.record("a longer file was moved")
            return
        }
        #expect(try everything() == [])
    }

    @Test("a link in the library that leads out of it is not followed")
    func links() async throws {
        let outside = try TestFolder()
        #expect(symlink(outside.path, library.file("Ann")) == 0)
        guard case .failed = try await move(publication("Ann/a.flac")) else {
            Issue.record("it was moved out of the library")
            return
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == [])
    }

    @Test("what a killed one has left behind is in nobody's way")
    func leftovers() async throws {
        try Data("half".utf8).write(to: URL(fileURLWithPath: library.file(".rondo-gift.part")))
        #expect(try await move(publication("a.flac")) == .moved)
        #expect(try everything() == ["a.flac"])
    }

    @Test("what the disk does not keep for sure is not left there, and what somebody has put in its place is")
    func unkept() throws {
        let (from, to) = (open(quarantine.path, O_RDONLY), open(library.path, O_RDONLY))
        defer { for descriptor in [from, to] { close(descriptor) } }
        let order = MoveOrder(try publication("a.flac"), from: quarantine.root)
        let place = library.file("a.flac")
        // The file is synced first, and then the folder that has its name.
        func move(_ meanwhile: @escaping () -> Void) -> MoveOutcome {
            var calls = 0
            return FileMove(order, from: from, to: to) { descriptor in
                calls += 1
                guard calls == 2 else { return fsync(descriptor) }
                meanwhile()
                errno = EIO
                return -1
            }.run()
        }
        let failed = MoveOutcome.failed("The library's folder cannot be written: Input/output error.")
        #expect(move {} == failed)
        #expect(try everything() == [])
        #expect(
            move {
                unlink(place)
                _ = FileManager.default.createFile(atPath: place, contents: Data("other".utf8))
            } == failed)
        #expect(try library.bytes(of: "a.flac") == Array("other".utf8))
        #expect(try everything() == ["a.flac"])
    }

    @Test("the kernel holds it to reading the quarantine and to the library")
    func confinement() async throws {
        let result = try await Subprocess.run(
            .path(FilePath(try WorkerFixture.executable)),
            arguments: ["mover-escape", quarantine.path, library.path], output: .string(limit: 4096), error: .discarded)
        #expect(result.standardOutput == "read gift\ncreate in library\nfolder in library\n")
    }
}
