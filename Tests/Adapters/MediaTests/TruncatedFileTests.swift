import Catalog
import Foundation
import Media
import Testing

/// An interrupted download leaves a partial file. It is listed as truncated if its format allows to detect that.
@Suite("A truncated file")
struct TruncatedFileTests {
    @Test(
        "cut in half is listed as truncated, where its format declares the length",
        arguments: TinyAudio.formats.map(\.name).filter { $0 != "a.aac" })
    func half(name: String) async throws {
        let folder = try TestFolder()
        try await Self.make(name, in: folder)
        try Self.cut(name, to: "cut", in: folder) { $0.count / 2 }
        try await WorkerFixture.withPool { pool in
            let whole = try await pool.reason(name, in: folder)
            #expect(whole == nil)
            let cut = try await pool.reason("cut", in: folder)
            #expect(cut == .truncated)
        }
    }

    @Test("is listed as truncated when its length is declared at the start", arguments: ["aac.m4a", "alac.m4a"])
    func fastStart(name: String) async throws {
        let folder = try TestFolder()
        try await Self.make(name, in: folder, ["-movflags", "+faststart"])
        try Self.cut(name, to: "cut", in: folder) { $0.count / 2 }
        let reason = try await WorkerFixture.withPool { try await $0.reason("cut", in: folder) }
        #expect(reason == .truncated)
    }

    /// An MP3 without a Xing header and raw AAC consist only of frames: half of one is a complete file of half the
    /// duration.
    @Test("is merely shorter where nothing in it declares the length", arguments: ["a.mp3", "a.aac"])
    func frames(name: String) async throws {
        let folder = try TestFolder()
        try await Self.make(name, in: folder, name == "a.mp3" ? ["-write_xing", "0", "-id3v2_version", "0"] : [])
        try Self.cut(name, to: "cut", in: folder) { $0.count / 2 }
        try await WorkerFixture.withPool { pool in
            let whole = try await pool.read(.of(name), in: folder.root).audio.durationMilliseconds
            let cut = try await pool.read(.of("cut"), in: folder.root).audio.durationMilliseconds
            #expect(abs(cut * 2 - whole) < whole / 10)
        }
    }

    @Test("between two Ogg pages is playable, like a recorded stream", arguments: ["a.ogg", "a.opus", "a.spx"])
    func betweenPages(name: String) async throws {
        let folder = try TestFolder()
        try await Self.make(name, in: folder)
        try Self.cut(name, to: "cut", in: folder) { Self.pages($0).last ?? 0 }
        try await WorkerFixture.withPool { pool in
            let whole = try await pool.read(.of(name), in: folder.root).audio.durationMilliseconds
            let cut = try await pool.read(.of("cut"), in: folder.root).audio.durationMilliseconds
            #expect(cut < whole)
        }
    }

    @Test("within an Ogg page is listed, at any byte of the page", arguments: ["a.ogg", "a.opus", "a.spx", "a.oga"])
    func withinPage(name: String) async throws {
        let folder = try TestFolder()
        try await Self.make(name, in: folder)
        let bytes = try folder.bytes(of: name)
        let last = try #require(Self.pages(bytes).last)
        try await WorkerFixture.withPool { pool in
            for length in [last + 1, last + 4, last + 26, last + 27, last + 40, bytes.count - 1] {
                try folder.write(Array(bytes.prefix(length)), to: "cut")
                let reason = try await pool.reason("cut", in: folder)
                #expect(reason == .truncated, "\(length) of \(bytes.count)")
            }
        }
    }

    @Test(
        "is not reported for a missing end flag, a tag or padding after the end, or a chain",
        arguments: ["a.ogg", "a.opus"])
    func whole(name: String) async throws {
        let folder = try TestFolder()
        try await Self.make(name, in: folder)
        let bytes = try folder.bytes(of: name)
        let last = try #require(Self.pages(bytes).last)
        #expect(bytes[last + 5] & 4 == 4)
        var flagless = bytes
        flagless[last + 5] &= 0xFB
        try folder.write(flagless, to: "flagless")
        try folder.write(bytes + Array("TAGtitle".utf8) + [UInt8](repeating: 0, count: 120), to: "tagged")
        try folder.write(bytes + [UInt8](repeating: 0, count: 4096), to: "padded")
        try await Self.make("b.ogg", in: folder)
        let second = try folder.bytes(of: "b.ogg")
        try folder.write(bytes + second, to: "chain")
        try folder.write(bytes + Array(second.prefix(second.count / 2)), to: "cut chain")
        try await WorkerFixture.withPool { pool in
            for name in ["flagless", "tagged", "padded", "chain"] {
                let reason = try await pool.reason(name, in: folder)
                #expect(reason == nil, "\(name)")
            }
            #expect(try await pool.reason("cut chain", in: folder) == .truncated)
        }
    }

    @Test("is not reported when audio data looks like a page header")
    func lookalike() async throws {
        let folder = try TestFolder()
        try await Self.make("a.opus", in: folder)
        var bytes = try folder.bytes(of: "a.opus")
        let last = try #require(Self.pages(bytes).last)
        // A header that declares 255 segments, within the packets of the last page.
        let middle = (last + 27 + Int(bytes[last + 26]) + bytes.count) / 2
        let head = Array("OggS".utf8) + [UInt8](repeating: 0, count: 22) + [255]
        bytes.replaceSubrange(middle..<(middle + 27), with: head)
        try folder.write(bytes, to: "lookalike")
        try folder.write(bytes + Array("TAGtitle".utf8) + [UInt8](repeating: 0, count: 120), to: "tagged")
        try await WorkerFixture.withPool { pool in
            for name in ["lookalike", "tagged"] {
                let reason = try await pool.reason(name, in: folder)
                // TagLib 1.13 takes it for a page header and finds no duration there, but the file is not truncated.
                #expect(reason != .truncated, "\(name)")
            }
        }
    }

    /// Noise, so that the file is long enough to be cut.
    private static func make(_ name: String, in folder: TestFolder, _ more: [String] = []) async throws {
        let options = TinyAudio.options(for: name == "b.ogg" ? "a.ogg" : name)
        try await TinyAudio.ffmpeg(
            [
                "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-f", "lavfi", "-i",
                "anoisesrc=amplitude=0.2:seed=1:sample_rate=44100:duration=6",
            ] + options + more + [folder.file(name)])
    }

    private static func cut(
        _ name: String, to target: String, in folder: TestFolder, at length: ([UInt8]) -> Int
    ) throws {
        let bytes = try folder.bytes(of: name)
        try folder.write(Array(bytes.prefix(length(bytes))), to: target)
    }

    /// The offsets of the pages.
    private static func pages(_ bytes: [UInt8]) -> [Int] {
        var starts: [Int] = []
        var at = 0
        while at + 27 <= bytes.count, bytes[at..<(at + 4)].elementsEqual("OggS".utf8) {
            starts.append(at)
            let segments = Int(bytes[at + 26])
            at += 27 + segments + bytes[(at + 27)..<(at + 27 + segments)].reduce(0) { $0 + Int($1) }
        }
        return starts
    }
}
