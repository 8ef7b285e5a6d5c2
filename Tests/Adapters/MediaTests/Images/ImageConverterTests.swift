import Primitives
import Catalog
import Foundation
import Testing

@testable import Media

@Suite("Pictures that need conversion", .timeLimit(.minutes(10)))
struct ImageConverterTests {
    private static func converter(program: String? = "/usr/bin/ffmpeg") throws -> FFmpegImageConverter {
        FFmpegImageConverter(
            launcher: try WorkerFixture.executable, program: { program }, logger: EncoderFixture.silent)
    }

    private static func outcome(
        _ path: String, _ kind: ForeignImageKind, program: String? = "/usr/bin/ffmpeg"
    ) async throws -> Result<[UInt8], ImageFailure> {
        let (converter, file) = (try converter(program: program), try EncoderFixture.file(path))
        do throws(ImageFailure) { return .success(try await converter.png(of: file, kind)) } catch {
            return .failure(error)
        }
    }

    private static func isBroken(_ result: Result<[UInt8], ImageFailure>) -> Bool {
        if case .failure(.broken) = result { true } else { false }
    }

    private static let files: [(name: String, kind: ForeignImageKind, options: [String])] = [
        ("a.bmp", .bmp, []), ("a.tiff", .tiff, []), ("deflate.tiff", .tiff, ["-compression_algo", "deflate"]),
        ("a.avif", .avif, ["-c:v", "libaom-av1", "-still-picture", "1", "-cpu-used", "8", "-pix_fmt", "yuv444p"]),
    ]

    @Test("are recognized by their first bytes and converted to PNG", arguments: files)
    func kinds(name: String, kind: ForeignImageKind, options: [String]) async throws {
        let folder = try TestFolder()
        try await ImageFixture.make(folder.file(name), ["-frames:v", "1"] + options)
        let bytes = try folder.bytes(of: name)
        #expect(ForeignImageKind(sniffing: bytes) == kind && ImageKind(sniffing: bytes) == nil)
        for count in [0, 1, 4, 11, 12, 17] {
            #expect(ForeignImageKind(sniffing: bytes.prefix(count)) != .avif || count > 11)
        }
        let png = try await Self.outcome(folder.file(name), kind).get()
        #expect(ImageKind(sniffing: png) == .png)
        let image = try ImageDecoder.decode(png, edge: 1200)
        #expect(image.width == 96 && image.height == 96)
        #expect(image.raster.distance(from: ImageFixture.rgbw) < 60)
    }

    @Test("are broken when truncated", arguments: files)
    func cut(name: String, kind: ForeignImageKind, options: [String]) async throws {
        let folder = try TestFolder()
        try await ImageFixture.make(folder.file(name), ["-frames:v", "1"] + options)
        let bytes = try folder.bytes(of: name)
        try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "cut")
        #expect(Self.isBroken(try await Self.outcome(folder.file("cut"), kind)))
    }

    @Test("are broken when they declare too many pixels, and scaled down when large")
    func large() async throws {
        let folder = try TestFolder()
        try await ImageFixture.make(folder.file("a.bmp"), ["-frames:v", "1"])
        var bomb = try folder.bytes(of: "a.bmp")
        bomb.replaceSubrange(18..<26, with: [0x60, 0xEA, 0, 0, 0x60, 0xEA, 0, 0])
        try folder.write(bomb, to: "bomb")
        #expect(Self.isBroken(try await Self.outcome(folder.file("bomb"), .bmp)))
        try await ImageFixture.make(folder.file("wide.tiff"), ["-frames:v", "1"], graph: "color=red:size=4000x1000")
        let wide = try ImageDecoder.decode(try await Self.outcome(folder.file("wide.tiff"), .tiff).get(), edge: 1200)
        #expect(wide.width == 2048 && wide.height == 512)
    }

    @Test("are decoded only as their declared type")
    func others() async throws {
        let folder = try TestFolder()
        try await ImageFixture.make(folder.file("a.png"), ["-frames:v", "1"])
        for kind in ForeignImageKind.allCases {
            #expect(Self.isBroken(try await Self.outcome(folder.file("a.png"), kind)), "\(kind)")
        }
        try folder.write(Array("BM is how many texts begin, and this is one of them".utf8), to: "text")
        #expect(ForeignImageKind(sniffing: try folder.bytes(of: "text")) == nil)
        let song = [0, 0, 0, 0x1C] + Array("ftypM4A \0\0\u{2}\0M4A isomiso2".utf8)
        #expect(ForeignImageKind(sniffing: song) == nil)
    }

    @Test("stay pending where there is no ffmpeg")
    func unavailable() async throws {
        let folder = try TestFolder()
        try await ImageFixture.make(folder.file("a.bmp"), ["-frames:v", "1"])
        guard case .failure(.unavailable) = try await Self.outcome(folder.file("a.bmp"), .bmp, program: nil) else {
            Issue.record("nothing can be decoded without a decoder")
            return
        }
    }
}
