import Primitives
import Testing

@Suite("Image headers") struct ImageSizeTests {
    private func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + withUnsafeBytes(of: width.bigEndian) { Array($0) } + withUnsafeBytes(of: height.bigEndian) { Array($0) }
            + [8, 2, 0, 0, 0]
    }

    @Test("a size is read from each format's header")
    func sizes() {
        #expect(ImageSize(of: png(640, 480))?.width == 640)
        let jpeg: [UInt8] = [
            0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 17, 8, 0x01, 0xE0, 0x02, 0x80, 3, 1, 0x22,
        ]
        #expect(ImageSize(of: jpeg)?.width == 640 && ImageSize(of: jpeg)?.height == 480)
        let webp =
            Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [
                10, 0, 0, 0, 0, 0, 0, 0, 0x7F, 2, 0, 0xDF, 1, 0,
            ]
        #expect(ImageSize(of: webp)?.width == 640 && ImageSize(of: webp)?.height == 480)
    }

    @Test("decompression bombs, empty images and bare signatures are refused")
    func hostile() {
        #expect(ImageSize(of: png(50_000, 50_000))?.isAcceptable == false)
        #expect(ImageSize(of: png(0, 0))?.isAcceptable == false)
        #expect(ImageSize(of: png(.max, .max))?.isAcceptable == false)
        #expect(ImageSize(of: [0xFF, 0xD8, 0xFF]) == nil)
        #expect(ImageSize(of: [0xFF, 0xD8, 0xFF, 0xE0] + Array("<html><script>alert(1)</script>".utf8)) == nil)
    }

    @Test("truncated headers and garbage after a signature are neither trusted nor crash the reader")
    func prefixes() {
        let whole = png(10, 10)
        for count in 0..<24 { #expect(ImageSize(of: Array(whole.prefix(count))) == nil) }
        var generator = SystemRandomNumberGenerator()
        for signature: [UInt8] in [
            [0xFF, 0xD8, 0xFF], Array("GIF89a".utf8), Array("RIFF0000WEBPVP8 ".utf8), Array("RIFF0000WEBPVP8L".utf8),
        ] {
            for _ in 0..<500 {
                let tail = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
                _ = ImageSize(of: signature + tail)
            }
        }
    }
}
