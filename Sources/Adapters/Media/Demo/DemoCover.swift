/// An abstract picture: a gradient with soft discs of light, always the same for a seed.
struct DemoCover {
    private static let side = 600

    private let discs: [(x: Double, y: Double, radius: Double, color: SIMD3<Double>, strength: Double)]
    private let top: SIMD3<Double>
    private let bottom: SIMD3<Double>

    init(seed: UInt64, hues: [Double]) {
        var state = seed
        func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 40) / Double(1 << 24)
        }
        top = Self.color(hue: hues[0], saturation: 0.65, value: 0.30)
        bottom = Self.color(hue: hues[1], saturation: 0.55, value: 0.75)
        discs = (0..<9).map { index in
            (
                random(), random(), 0.06 + 0.22 * random(),
                Self.color(hue: hues[index % hues.count], saturation: 0.45 + 0.4 * random(), value: 1),
                0.25 + 0.45 * random()
            )
        }
    }

    /// A binary portable pixmap (P6), which every converter reads.
    func portablePixmap() -> [UInt8] {
        var bytes = Array("P6\n\(Self.side) \(Self.side)\n255\n".utf8)
        bytes.reserveCapacity(bytes.count + Self.side * Self.side * 3)
        for row in 0..<Self.side {
            let y = Double(row) / Double(Self.side)
            let sky = top + (bottom - top) * y
            for column in 0..<Self.side {
                let x = Double(column) / Double(Self.side)
                var color = sky
                for disc in discs {
                    let distance = ((x - disc.x) * (x - disc.x) + (y - disc.y) * (y - disc.y)).squareRoot()
                    guard distance < disc.radius else { continue }
                    // The rim is a little brighter than the inside, with an edge of two pixels.
                    let edge = min(1, (disc.radius - distance) * Double(Self.side) / 2)
                    let glow = disc.strength * (0.55 + 0.45 * distance / disc.radius) * edge
                    color += (disc.color - color) * glow
                }
                for channel in 0..<3 { bytes.append(UInt8(max(0, min(1, color[channel])) * 255)) }
            }
        }
        return bytes
    }

    private static func color(hue: Double, saturation: Double, value: Double) -> SIMD3<Double> {
        func channel(_ shift: Double) -> Double {
            let place = (shift + hue * 6).truncatingRemainder(dividingBy: 6)
            return value - value * saturation * max(0, min(place, 4 - place, 1))
        }
        return SIMD3(channel(5), channel(3), channel(1))
    }
}
