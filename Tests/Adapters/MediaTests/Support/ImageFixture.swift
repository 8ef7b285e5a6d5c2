import Primitives
import CSpng
import CTurboJPEG
import Catalog
import Foundation
import Subprocess
import Testing

@testable import Media

/// Pictures for the decoders, made with the libraries and with ffmpeg.
enum ImageFixture {
    /// Four quarters: red, green, blue, and white.
    static let quarters =
        ["red", "0x00ff00", "blue", "white"].enumerated().map { "color=\($1):size=48x48:duration=0.04[\($0)];" }
        .joined()
        + "[0][1]hstack[t];[2][3]hstack[u];[t][u]vstack"

    /// Appended to a graph for palette formats. Without it ffmpeg chooses other colors.
    static let ownPalette = ",split[x][y];[x]palettegen=reserve_transparent=0[p];[y][p]paletteuse=dither=none"

    /// One frame of a filter graph, in the format of the name's extension.
    static func make(_ path: String, _ options: [String] = [], graph: String = quarters) async throws {
        try await TinyAudio.ffmpeg(
            ["-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-filter_complex", graph] + options + [path])
    }

    /// The quarters as pixels of four bytes each.
    static func quarterPixels(side: Int, _ colors: [[UInt8]]) -> [UInt8] {
        (0..<side).flatMap { y in
            (0..<side).flatMap { x in colors[(y < side / 2 ? 0 : 2) + (x < side / 2 ? 0 : 1)] }
        }
    }

    static let rgbw: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]]

    /// A CMYK JPEG, as Adobe's programs write it.
    static func inkJPEG(side: Int) throws -> [UInt8] {
        // The values are inverted: 255 is no ink.
        let colors: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]]
        return try jpeg(quarterPixels(side: side, colors), side: side, TJPF_CMYK, TJSAMP_444)
    }

    static func jpeg(
        _ pixels: [UInt8], side: Int, _ format: TJPF = TJPF_RGBX, _ sampling: TJSAMP = TJSAMP_444, flags: Int32 = 0
    ) throws -> [UInt8] {
        let handle = try #require(tjInitCompress())
        defer { tjDestroy(handle) }
        var buffer: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { tjFree(buffer) }
        let failed = tjCompress2(
            handle, pixels, Int32(side), 0, Int32(side), Int32(format.rawValue), &buffer, &size,
            Int32(sampling.rawValue), 95, flags)
        try #require(failed == 0)
        return Array(UnsafeBufferPointer(start: try #require(buffer), count: Int(size)))
    }

    /// A JPEG with an EXIF block that names its orientation.
    static func oriented(_ jpeg: [UInt8], _ orientation: UInt8) -> [UInt8] {
        let tiff: [UInt8] = [
            0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
        ]
        let content = Array("Exif".utf8) + [0, 0] + tiff
        return Array(jpeg.prefix(2)) + [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content + Array(jpeg.dropFirst(2))
    }

    /// A PNG of `bytes`, packed as the format requires.
    static func png(
        side: Int, type: spng_color_type, depth: UInt8, isInterlaced: Bool = false, palette: [[UInt8]] = [],
        _ bytes: [UInt8]
    ) throws -> [UInt8] {
        let context = try #require(spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)))
        defer { spng_ctx_free(context) }
        spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1)
        var header = spng_ihdr(
            width: UInt32(side), height: UInt32(side), bit_depth: depth, color_type: UInt8(type.rawValue),
            compression_method: 0, filter_method: 0, interlace_method: isInterlaced ? 1 : 0)
        try #require(spng_set_ihdr(context, &header) == 0)
        if !palette.isEmpty {
            var colors = spng_plte()
            colors.n_entries = UInt32(palette.count)
            withUnsafeMutableBytes(of: &colors.entries) { entries in
                for (index, color) in palette.enumerated() {
                    entries.copyBytes(from: color, to: index * 4)
                }
            }
            try #require(spng_set_plte(context, &colors) == 0)
        }
        let status = spng_encode_image(
            context, bytes, bytes.count, Int32(SPNG_FMT_PNG.rawValue), Int32(SPNG_ENCODE_FINALIZE.rawValue))
        try #require(status == 0, "\(String(cString: spng_strerror(status)))")
        var (size, error) = (0, Int32(0))
        let buffer = try #require(spng_get_png_buffer(context, &size, &error))
        defer { free(buffer) }
        return Array(UnsafeRawBufferPointer(start: buffer, count: size))
    }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate func copyBytes(from bytes: [UInt8], to offset: Int) {
        UnsafeMutableRawBufferPointer(rebasing: self[offset..<(offset + bytes.count)]).copyBytes(from: bytes)
    }
}

extension Raster {
    /// The color at coordinates from 0 to 1.
    func color(_ x: Double, _ y: Double) -> [UInt8] {
        let index = (min(height - 1, Int(y * Double(height))) * width + min(width - 1, Int(x * Double(width)))) * 4
        return Array(pixels[index..<(index + 4)])
    }

    /// The largest difference between the colors in the middle of the quarters and `colors`.
    func distance(from colors: [[UInt8]]) -> Int {
        zip([(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)], colors).map { place, color in
            zip(self.color(place.0, place.1), color).map { abs(Int($0) - Int($1)) }.max() ?? 255
        }.max() ?? 255
    }
}
