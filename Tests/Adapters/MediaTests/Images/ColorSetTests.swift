import Catalog
import Support
import Testing

@testable import Media

@Suite("The colors of a picture")
struct ColorSetTests {
    private static func raster(_ stripes: [(color: [UInt8], rows: Int)]) -> Raster {
        let height = stripes.reduce(0) { $0 + $1.rows }
        return Raster(
            width: 32, height: height,
            pixels: stripes.flatMap { stripe in
                Array(repeating: stripe.color + [255], count: 32 * stripe.rows).flatMap(\.self)
            })
    }

    @Test("stripes are found with their shares, the widest first")
    func stripes() {
        let colors = ColorSet(
            Self.raster([
                ([200, 30, 30], 20), ([30, 160, 40], 16), ([20, 40, 200], 12), ([240, 220, 40], 8), ([10, 10, 10], 6),
                ([250, 250, 250], 2),
            ])
        ).colors()
        #expect(colors.map(\.hex) == ["#c81e1e", "#1ea028", "#1428c8", "#f0dc28", "#0a0a0a", "#fafafa"])
        #expect(zip(colors.map(\.share), [312, 250, 187, 125, 93, 31]).allSatisfy { abs($0 - $1) <= 4 })
        #expect(colors.reduce(0) { $0 + $1.share } == 1000)
    }

    @Test("a single color gives one, and a transparent picture none")
    func few() {
        #expect(ColorSet(Self.raster([([90, 120, 150], 8)])).colors().map(\.share) == [1000])
        #expect(ColorSet(Raster(width: 2, height: 1, pixels: [9, 9, 9, 0, 8, 8, 8, 10])).colors().isEmpty)
    }

    @Test("a picture of many colors gives five to eight, always the same")
    func many() {
        var random = SeededGenerator(seed: 3)
        let pixels = (0..<(64 * 64)).flatMap { index -> [UInt8] in
            let base = [
                [200, 40, 40], [40, 180, 60], [40, 60, 190], [220, 200, 60], [20, 20, 24], [230, 230, 225],
            ]
            return base[index / 700 % 6].map { UInt8(min(255, max(0, $0 + Int.random(in: -20...20, using: &random)))) }
                + [255]
        }
        let raster = Raster(width: 64, height: 64, pixels: pixels)
        let colors = ColorSet(raster).colors()
        #expect((5...8).contains(colors.count))
        #expect(colors == ColorSet(raster).colors())
        #expect(colors.reduce(0) { $0 + $1.share } == 1000)
    }

    @Test("OKLab conversion is reversible")
    func lab() {
        for color: (UInt8, UInt8, UInt8) in [(0, 0, 0), (255, 255, 255), (200, 30, 90), (3, 4, 5)] {
            let back = OKLab(red: color.0, green: color.1, blue: color.2).bytes
            #expect(abs(Int(back.red) - Int(color.0)) <= 1 && abs(Int(back.green) - Int(color.1)) <= 1)
            #expect(abs(Int(back.blue) - Int(color.2)) <= 1)
        }
    }
}
