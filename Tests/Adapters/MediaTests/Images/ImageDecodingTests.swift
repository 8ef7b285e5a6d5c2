import CSpng
import CTurboJPEG
import Catalog
import Foundation
import Testing

@testable import Media

@Suite("Decoding pictures", .timeLimit(.minutes(10)))
struct ImageDecodingTests {
    /// Files that ffmpeg makes of the four quarters, with the tolerated color difference.
    private static let files: [(name: String, options: [String], tolerance: Int)] = [
        ("a.jpg", ["-q:v", "2"], 24), ("444.jpg", ["-q:v", "2", "-pix_fmt", "yuvj444p"], 12),
        ("rgb.png", ["-pix_fmt", "rgb24"], 1), ("rgba.png", ["-pix_fmt", "rgba"], 1),
        ("rgb16.png", ["-pix_fmt", "rgb48be"], 4), ("palette.png", ["-pix_fmt", "pal8"], 8),
        ("lossy.webp", ["-quality", "90"], 24), ("lossless.webp", ["-lossless", "1"], 1), ("a.gif", [], 12),
    ]

    @Test("every format shows its colors, in every size", arguments: files.map { $0.name })
    func kinds(name: String) async throws {
        let folder = try TestFolder()
        let file = try #require(Self.files.first { $0.name == name })
        let isPalette = name == "a.gif" || name == "palette.png"
        try await ImageFixture.make(
            folder.file(name), ["-frames:v", "1"] + file.options,
            graph: ImageFixture.quarters + (isPalette ? ImageFixture.ownPalette : ""))
        for edge in [96, 64, 300] {
            let image = try ImageDecoder.decode(folder.bytes(of: name), edge: edge)
            #expect(image.width == 96 && image.height == 96)
            #expect(image.raster.width == min(96, edge) && image.raster.height == min(96, edge))
            #expect(image.raster.distance(from: ImageFixture.rgbw) <= file.tolerance)
        }
    }

    @Test("progressive and gray JPEGs are decoded")
    func progressive() throws {
        let pixels = ImageFixture.quarterPixels(side: 96, ImageFixture.rgbw)
        let progressive = try ImageFixture.jpeg(pixels, side: 96, flags: Int32(TJFLAG_PROGRESSIVE))
        #expect(try ImageDecoder.decode(progressive, edge: 96).raster.distance(from: ImageFixture.rgbw) < 12)
        let gray = try ImageFixture.jpeg(pixels, side: 96, TJPF_RGBX, TJSAMP_GRAY)
        let shown = try ImageDecoder.decode(gray, edge: 64).raster.color(0.25, 0.25)
        #expect(abs(Int(shown[0]) - 76) < 4 && shown[0] == shown[1] && shown[1] == shown[2])
    }

    @Test("a progressive JPEG with endless passes is refused")
    func endlessPasses() throws {
        let pixels = ImageFixture.quarterPixels(side: 64, ImageFixture.rgbw)
        let whole = try ImageFixture.jpeg(pixels, side: 64, flags: Int32(TJFLAG_PROGRESSIVE))
        let start = try #require(whole.indices.dropLast().last { whole[$0] == 0xFF && whole[$0 + 1] == 0xDA })
        let pass = Array(whole[start..<(whole.count - 2)])
        let endless = Array(whole[..<start]) + Array(repeating: pass, count: 2000).flatMap(\.self) + [0xFF, 0xD9]
        #expect(throws: FileProblem.self) { try ImageDecoder.decode(endless, edge: 64) }
    }

    @Test("a CMYK JPEG is decoded")
    func ink() throws {
        let image = try ImageDecoder.decode(ImageFixture.inkJPEG(side: 96), edge: 64)
        #expect(image.raster.distance(from: ImageFixture.rgbw) < 16)
    }

    @Test("a JPEG is upright for every orientation", arguments: 1...8)
    func orientation(_ orientation: Int) throws {
        // The order of the quarters in the file for which the upright picture shows red, green, blue, white.
        let order: [[Int]] = [
            [0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 3, 0, 1], [0, 2, 1, 3], [1, 3, 0, 2], [3, 1, 2, 0],
            [2, 0, 3, 1],
        ]
        let stored = order[orientation - 1].map { ImageFixture.rgbw[$0] }
        let plain = try ImageFixture.jpeg(ImageFixture.quarterPixels(side: 96, stored), side: 96)
        let image = try ImageDecoder.decode(ImageFixture.oriented(plain, UInt8(orientation)), edge: 96)
        #expect(image.raster.distance(from: ImageFixture.rgbw) < 12)
    }

    @Test("a rotated JPEG that is not square reports its upright size")
    func turned() async throws {
        let folder = try TestFolder()
        try await ImageFixture.make(folder.file("a.jpg"), ["-frames:v", "1"], graph: "color=red:size=200x100")
        let image = try ImageDecoder.decode(ImageFixture.oriented(folder.bytes(of: "a.jpg"), 6), edge: 64)
        #expect(image.width == 100 && image.height == 200)
        #expect(image.raster.width == 32 && image.raster.height == 64)
    }

    @Test("PNGs of 1 to 16 bits, gray and palette, interlaced or not, are decoded", arguments: [1, 2, 4, 8, 16])
    func bits(_ depth: Int) throws {
        let side = 64
        let top = depth == 16 ? 65535 : (1 << depth) - 1
        func packed(_ values: [Int]) -> [UInt8] {
            if depth == 16 { return values.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
            let perByte = 8 / depth
            return stride(from: 0, to: values.count, by: perByte).map { start in
                values[start..<(start + perByte)].reduce(0) { $0 << UInt8(depth) | UInt8($1) }
            }
        }
        let gray = (0..<side).flatMap { y in (0..<side).map { ($0 < side / 2) == (y < side / 2) ? top : 0 } }
        let checks: [[UInt8]] = [[255, 255, 255, 255], [0, 0, 0, 255], [0, 0, 0, 255], [255, 255, 255, 255]]
        // The encoder expects 16-bit samples in the host's byte order.
        let bytes = depth == 16 ? packed(gray.map { $0.byteSwapped16 }) : packed(gray)
        for isInterlaced in [false, true] {
            let png = try ImageFixture.png(
                side: side, type: SPNG_COLOR_TYPE_GRAYSCALE, depth: UInt8(depth), isInterlaced: isInterlaced, bytes)
            #expect(try ImageDecoder.decode(png, edge: 64).raster.distance(from: checks) == 0)
            guard depth <= 8 else { continue }
            let indexes = (0..<side).flatMap { y in
                (0..<side).map { min(top, ($0 < side / 2 ? 0 : 1) + (y < side / 2 ? 0 : 2)) }
            }
            let colors = Array(ImageFixture.rgbw.prefix(top + 1))
            let palette = try ImageFixture.png(
                side: side, type: SPNG_COLOR_TYPE_INDEXED, depth: UInt8(depth), isInterlaced: isInterlaced,
                palette: colors, packed(indexes))
            let expected = (0..<4).map { colors[min(top, $0)] }
            #expect(try ImageDecoder.decode(palette, edge: 64).raster.distance(from: expected) == 0)
        }
    }

    @Test("transparency is preserved, and becomes white in JPEG")
    func alpha() throws {
        let colors: [[UInt8]] = [[255, 0, 0, 255], [0, 0, 255, 0], [0, 0, 255, 128], [0, 0, 0, 255]]
        let png = try ImageFixture.png(
            side: 128, type: SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, depth: 8,
            ImageFixture.quarterPixels(side: 128, colors))
        let image = try ImageDecoder.decode(png, edge: 64)
        #expect(image.raster.color(0.75, 0.25)[3] == 0)
        #expect(abs(Int(image.raster.color(0.25, 0.75)[3]) - 128) <= 1)
        let webp = try ImageDecoder.decode(ImageEncoder.encode(image.raster, as: .webp), edge: 64)
        #expect(webp.raster.color(0.75, 0.25)[3] == 0)
        let jpeg = try ImageDecoder.decode(ImageEncoder.encode(image.raster, as: .jpeg), edge: 64)
        let flat: [[UInt8]] = [[255, 0, 0, 255], [255, 255, 255, 255], [127, 127, 255, 255], [0, 0, 0, 255]]
        #expect(jpeg.raster.distance(from: flat) < 24)
    }

    @Test("an animation shows its first frame", arguments: ["a.webp", "a.gif"])
    func animation(name: String) async throws {
        let folder = try TestFolder()
        let codec = name == "a.webp" ? ["-c:v", "libwebp_anim"] : []
        try await ImageFixture.make(
            folder.file(name), codec,
            graph: "color=red:size=80x80:duration=0.4:rate=5[a];color=blue:size=80x80:duration=0.4:rate=5[b];"
                + "[a][b]concat" + (name == "a.gif" ? ImageFixture.ownPalette : ""))
        let image = try ImageDecoder.decode(folder.bytes(of: name), edge: 64)
        let color = image.raster.color(0.5, 0.5)
        #expect(color[0] > 230 && color[2] < 25)
    }

    @Test("fine detail keeps its brightness when it is scaled down")
    func light() throws {
        // Alternating rows of black and white have half the light: 188 in sRGB, not 128.
        let pixels = (0..<256).flatMap { y in
            (0..<256).flatMap { _ -> [UInt8] in y % 2 == 0 ? [255, 255, 255, 255] : [0, 0, 0, 255] }
        }
        let raster = try ImageDecoder.scale(Raster(width: 256, height: 256, pixels: pixels), edge: 64)
        #expect(abs(Int(raster.color(0.5, 0.5)[0]) - 188) <= 2)
    }

    @Test("the declared length and number of pixels are limited")
    func limits() {
        #expect(throws: Never.self) { try ImageLimits.check(8192, 4882) }
        for (width, height) in [(8192, 4883), (8193, 1), (1, 8193), (0, 5), (5, 0), (Int(Int32.max), Int(Int32.max))] {
            #expect(throws: FileProblem.self) { try ImageLimits.check(width, height) }
        }
    }

    @Test("a long strip keeps at least one pixel of its short side")
    func strip() throws {
        let pixels = [UInt8](repeating: 255, count: 2000 * 4)
        let raster = try ImageDecoder.scale(Raster(width: 2000, height: 1, pixels: pixels), edge: 64)
        #expect(raster.width == 64 && raster.height == 1 && raster.color(0.5, 0.5) == [255, 255, 255, 255])
    }
}

extension Int {
    fileprivate var byteSwapped16: Int { (self & 255) << 8 | self >> 8 }
}
