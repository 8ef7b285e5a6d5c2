import Primitives
import CTurboJPEG
import Catalog
import Foundation
import Support
import Testing

@testable import Media

@Suite("Pictures in a worker", .timeLimit(.minutes(10)))
struct ImageWorkerTests {
    private static func key(_ number: Int) throws -> BlobKey {
        let digits = String(number, radix: 16)
        return try #require(BlobKey(hex: String(repeating: "0", count: 64 - digits.count) + digits))
    }

    private static func withWorkers(
        _ folder: TestFolder, _ body: (ImageWorkers) async throws -> Void
    ) async throws {
        try await WorkerFixture.withPool(deadline: .seconds(60)) { pool in
            try await body(
                ImageWorkers(pool: pool, root: folder.root, path: { Array($0.hex.suffix(4).utf8) }))
        }
    }

    private static func outcome(_ workers: ImageWorkers, _ key: BlobKey) async -> Result<ImageFacts, ImageFailure> {
        do throws(ImageFailure) { return .success(try await workers.facts(of: key)) } catch { return .failure(error) }
    }

    private static func reason(_ workers: ImageWorkers, _ key: BlobKey) async -> FileProblem.Reason? {
        guard case .failure(.broken(let problem)) = await outcome(workers, key) else { return nil }
        return problem.reason
    }

    @Test("are rendered in the requested size and format, and never enlarged", arguments: RenditionFormat.allCases)
    func render(format: RenditionFormat) async throws {
        let folder = try TestFolder()
        let key = try Self.key(1)
        try await ImageFixture.make(folder.file("a.png"), ["-frames:v", "1"])
        try folder.write(folder.bytes(of: "a.png"), to: "0001")
        try await Self.withWorkers(folder) { workers in
            for (asked, side) in [(64, 64), (300, 96)] {
                let size = try #require(RenditionSize(atLeast: asked))
                let bytes = try await workers.render(Rendition(.image(key), size: size, format: format))
                #expect(ImageKind(sniffing: bytes)?.mediaType == format.mediaType)
                let image = try ImageDecoder.decode(bytes, edge: 1200)
                #expect(image.width == side && image.height == side)
                #expect(image.raster.distance(from: ImageFixture.rgbw) < 40)
            }
            let facts = try await workers.facts(of: key)
            #expect(facts.width == 96 && facts.height == 96)
            // Scaling mixes a little of the colors along the edges of the quarters.
            #expect(facts.colors.count >= 4 && facts.colors.prefix(4).allSatisfy { (200...260).contains($0.share) })
            #expect(facts.colors.reduce(0) { $0 + $1.share } == 1000)
        }
    }

    @Test("drawings are the same for equal numbers and differ for others")
    func drawings() async throws {
        let folder = try TestFolder()
        try await Self.withWorkers(folder) { workers in
            let size = try #require(RenditionSize(atLeast: 64))
            func draw(_ name: String) async throws -> [UInt8] {
                try await workers.render(
                    Rendition(.drawing(seed: DrawingSeed.of(name)), size: size, format: .webp))
            }
            #expect(try await draw("Żółta łódź") == draw("Żółta łódź"))
            #expect(try await draw("Żółta łódź") != draw("Morze"))
        }
    }

    /// Headers that declare 65500 by 65500 pixels.
    private static let bombFiles: [(name: String, bytes: [UInt8])] = [
        (
            "png",
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
                + [0, 0, 0xFF, 0xDC, 0, 0, 0xFF, 0xDC, 8, 6, 0, 0, 0, 0x4B, 0x6D, 0x29, 0xDC]
        ),
        (
            "jpeg",
            [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0xFF, 0xDC, 0xFF, 0xDC, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
                + [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]
        ),
        (
            "webp",
            Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8X".utf8)
                + [10, 0, 0, 0, 0, 0, 0, 0, 0xDB, 0xFF, 0, 0xDB, 0xFF, 0]
        ),
        (
            "gif",
            Array("GIF89a".utf8) + [0xDC, 0xFF, 0xDC, 0xFF, 0x80, 0, 0, 0, 0, 0, 1, 1, 1, 0x2C, 0, 0, 0, 0]
                + [0xDC, 0xFF, 0xDC, 0xFF, 0, 2, 1, 0x44, 0]
        ),
    ]

    @Test("decompression bombs are refused at once, in little memory", arguments: bombFiles.map(\.name))
    func bombs(name: String) async throws {
        let folder = try TestFolder()
        let key = try Self.key(1)
        try folder.write(try #require(Self.bombFiles.first { $0.name == name }).bytes, to: "0001")
        try await Self.withWorkers(folder) { workers in
            let reason = await Self.reason(workers, key)
            #expect(reason == .tooLarge || reason == .corrupt || reason == .truncated)
        }
    }

    @Test("files that are no picture or missing are reported as such")
    func others() async throws {
        let folder = try TestFolder()
        try folder.write(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), to: "0001")
        try folder.write([], to: "0002")
        try await Self.withWorkers(folder) { workers in
            let (drawing, empty, absent) = (try Self.key(1), try Self.key(2), try Self.key(3))
            #expect(await Self.reason(workers, drawing) == .unsupported)
            #expect(await Self.reason(workers, empty) == .empty)
            #expect(await Self.outcome(workers, absent) == .failure(.missing))
        }
    }

    private static let kinds = ["a.jpg", "p.jpg", "a.png", "a.webp", "l.webp", "a.gif"]

    private static func make(_ name: String, in folder: TestFolder) async throws -> [UInt8] {
        if name == "p.jpg" {
            return try ImageFixture.jpeg(
                ImageFixture.quarterPixels(side: 64, ImageFixture.rgbw), side: 64, flags: Int32(TJFLAG_PROGRESSIVE))
        }
        try await ImageFixture.make(
            folder.file(name), ["-frames:v", "1"] + (name == "l.webp" ? ["-lossless", "1"] : []),
            graph: "testsrc=size=64x64")
        return try folder.bytes(of: name)
    }

    @Test("a picture truncated anywhere is a problem or decoded, and the worker survives", arguments: kinds)
    func truncations(name: String) async throws {
        let folder = try TestFolder()
        let whole = try await Self.make(name, in: folder)
        let key = try Self.key(1)
        try await Self.withWorkers(folder) { workers in
            for length in stride(from: 1, to: whole.count - 2, by: max(1, whole.count / 60)) {
                try folder.write(Array(whole.prefix(length)), to: "0001")
                switch await Self.outcome(workers, key) {
                case .success: #expect(length > whole.count * 9 / 10, "\(length) of \(whole.count)")
                case .failure(.broken(let problem)):
                    #expect(problem.reason != .crashed && problem.reason != .timeout, "\(length)")
                case .failure(let other): Issue.record("\(other) at \(length)")
                }
            }
            try folder.write(whole, to: "0001")
            #expect(try await workers.facts(of: key).width == 64)
        }
    }

    @Test("a picture with flipped bytes is a problem or decoded, within the limits", arguments: kinds)
    func mutations(name: String) async throws {
        let folder = try TestFolder()
        let whole = try await Self.make(name, in: folder)
        let key = try Self.key(1)
        var random = SeededGenerator(seed: 7)
        try await Self.withWorkers(folder) { workers in
            for round in 0..<200 {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    let head = Int.random(in: 0..<3, using: &random) > 0 ? min(200, bytes.count) : bytes.count
                    bytes[Int.random(in: 0..<head, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                try folder.write(bytes, to: "0001")
                switch await Self.outcome(workers, key) {
                case .success(let facts): #expect(facts.width <= 8192 && facts.height <= 8192)
                case .failure(.broken(let problem)): #expect(problem.reason != .crashed, "round \(round)")
                case .failure(let other): Issue.record("\(other) in round \(round)")
                }
            }
            try folder.write(whole, to: "0001")
            #expect(try await workers.facts(of: key).width == 64)
        }
    }
}
