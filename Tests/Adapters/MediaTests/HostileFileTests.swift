import Catalog
import Foundation
import Glibc
import Media
import Support
import Testing

@Suite("A hostile file harms only itself")
struct HostileFileTests {
    @Test("every truncation of a small file is a problem or playable", arguments: TinyAudio.formats.map(\.name))
    func prefixes(name: String) async throws {
        let folder = try TestFolder()
        try await TinyAudio.make(
            folder.file(name), options: TinyAudio.options(for: name), seconds: 0.05, tags: [("title", "T")])
        let whole = try folder.bytes(of: name)
        let step = max(1, whole.count / 400)
        var crashes = 0
        try await WorkerFixture.withPool { pool in
            for length in stride(from: 0, to: whole.count, by: step) {
                try folder.write(Array(whole.prefix(length)), to: "prefix")
                let reason = try await pool.reason("prefix", in: folder)
                if length == 0 { #expect(reason == .empty) }
                if reason == .crashed || reason == .timeout { crashes += 1 }
            }
            #expect(try await pool.read(.of(name), in: folder.root).tags.title == "T")
        }
        #expect(crashes == 0)
    }

    @Test("a file with flipped bytes is a problem or playable", arguments: TinyAudio.formats.map(\.name))
    func mutations(name: String) async throws {
        let folder = try TestFolder()
        try await TinyAudio.make(
            folder.file(name), options: TinyAudio.options(for: name), seconds: 0.05, tags: [("title", "T")])
        let whole = try folder.bytes(of: name)
        var random = SeededGenerator(seed: 42)
        var crashes: [Int] = []
        try await WorkerFixture.withPool { pool in
            for number in 0..<200 {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    let head = Int.random(in: 0..<4, using: &random) > 0 ? min(512, bytes.count) : bytes.count
                    bytes[Int.random(in: 0..<head, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                try folder.write(bytes, to: "mutant")
                let reason = try await pool.reason("mutant", in: folder)
                // The worker's time limit ends a read that would never finish. That is a problem of the file too.
                if reason == .crashed { crashes.append(number) }
            }
            #expect(try await pool.read(.of(name), in: folder.root).tags.title == "T")
        }
        #expect(crashes == [])
    }

    @Test("a tag of 50 MB neither stops the worker nor fills its memory")
    func hugeTag() async throws {
        let folder = try TestFolder()
        try await TinyAudio.make(folder.file("a.mp3"), options: TinyAudio.options(for: "a.mp3"))
        let sound = try folder.bytes(of: "a.mp3")
        let size = 50 << 20
        var tag = Array("ID3".utf8) + [4, 0, 0] + [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: size >> $0 & 0x7F) }
        // One frame fills the tag.
        tag +=
            Array("TIT2".utf8) + [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: (size - 10) >> $0 & 0x7F) } + [0, 0, 3]
        tag += [UInt8](repeating: UInt8(ascii: "x"), count: size - 11)
        try folder.write(tag + sound, to: "huge.mp3")
        try await WorkerFixture.withPool { pool in
            switch try await pool.outcome("huge.mp3", in: folder) {
            case .success(let file): #expect((file.tags.title?.utf8.count ?? 0) <= 64 * 1024)
            case .failure(let problem): #expect(problem.reason == .tooLarge)
            }
            #expect(try await pool.read(.of("a.mp3"), in: folder.root).audio.codec == "mp3")
        }
    }

    @Test("a file that is not music gives the reason")
    func reasons() async throws {
        let folder = try TestFolder()
        try folder.write([], to: "empty.mp3")
        try folder.write(Array("just a letter to a friend".utf8), to: "text.mp3")
        try folder.write(Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0], to: "tag.mp3")
        try folder.write(Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F], to: "cut.mp3")
        try FileManager.default.createDirectory(atPath: folder.file("folder.mp3"), withIntermediateDirectories: true)
        #expect(mkfifo(folder.file("pipe.mp3"), 0o600) == 0)
        let expected: [(String, FileProblem.Reason)] = [
            ("empty.mp3", .empty), ("text.mp3", .unsupported), ("tag.mp3", .noAudio), ("cut.mp3", .truncated),
            ("folder.mp3", .unsupported), ("pipe.mp3", .unsupported), ("gone.mp3", .unreadable),
        ]
        try await WorkerFixture.withPool { pool in
            for (name, reason) in expected {
                let found = try await pool.reason(name, in: folder)
                #expect(found == reason, "\(name)")
            }
        }
    }

    @Test("a fragmented MP4 is not reported as having no audio")
    func fragments() async throws {
        let folder = try TestFolder()
        try await TinyAudio.make(
            folder.file("a.m4a"), options: TinyAudio.options(for: "aac.m4a") + ["-movflags", "empty_moov"])
        let bytes = try folder.bytes(of: "a.m4a")
        let fragment = try #require(bytes.firstRange(of: Array("moof".utf8)))
        try folder.write(Array(bytes[..<(fragment.lowerBound - 4)]), to: "head.m4a")
        try await WorkerFixture.withPool { pool in
            let whole = try await pool.outcome("a.m4a", in: folder)
            #expect(whole == .failure(FileProblem(.unsupported, "The length of the sound could not be read.")))
            let head = try await pool.reason("head.m4a", in: folder)
            #expect(head == .noAudio)
        }
    }

    @Test("a name that is not UTF-8 is read like any other")
    func nameOfBytes() async throws {
        let folder = try TestFolder()
        try await TinyAudio.make(folder.file("a.wav"), options: TinyAudio.options(for: "a.wav"))
        let name: [UInt8] = [0xFF, 0xFE, UInt8(ascii: "a")]
        let renamed = (folder.root + [UInt8(ascii: "/")] + name + [0]).withUnsafeBytes { target in
            rename(folder.file("a.wav"), target.bindMemory(to: CChar.self).baseAddress)
        }
        #expect(renamed == 0)
        let path = try #require(LibraryPath(bytes: name))
        let file = try await WorkerFixture.withPool { try await $0.read(path, in: folder.root) }
        #expect(file.audio.codec == "pcm")
    }
}
