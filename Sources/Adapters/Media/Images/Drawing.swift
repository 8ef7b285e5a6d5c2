import Glibc

/// Loops on a gradient, for items without a picture: the drawing that the web client makes
/// (`public/elements/music/cover.js`), without the initial.
enum Drawing {
    private static let radii: [Float] = [16, 32, 50, 70]
    private static let stroke: Float = 5
    private static let opacity: Float = 0.13

    static func make(seed: UInt32, edge: Int) -> Raster {
        let hue = Int(seed % 360)
        let other = (hue + 28 + Int((seed >> 9) % 50)) % 360
        let (from, to) = (rgb(hue, 0.42, 0.46), rgb(other, 0.48, 0.24))
        let (centerX, centerY) = (Float(20 + (seed >> 5) % 60), Float(20 + (seed >> 13) % 60))
        let unit = 100 / Float(edge)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(edge * edge * 4)
        for row in 0..<edge {
            let y = (Float(row) + 0.5) * unit
            for column in 0..<edge {
                let x = (Float(column) + 0.5) * unit
                let distance = ((x - centerX) * (x - centerX) + (y - centerY) * (y - centerY)).squareRoot()
                // The part of the pixel that a loop covers: its edge is half a pixel wide on either side.
                var covered: Float = 0
                for radius in radii {
                    covered += max(0, min(1, (stroke / 2 - abs(distance - radius)) / unit + 0.5))
                }
                let color = from + (to - from) * ((x + y) / 200)
                let shown = color + (SIMD4(repeating: 1) - color) * (min(1, covered) * opacity)
                pixels.append(UInt8(shown.x * 255 + 0.5))
                pixels.append(UInt8(shown.y * 255 + 0.5))
                pixels.append(UInt8(shown.z * 255 + 0.5))
                pixels.append(255)
            }
        }
        return Raster(width: edge, height: edge, pixels: pixels)
    }

    /// CSS Color 4, 7.1.
    private static func rgb(_ hue: Int, _ saturation: Float, _ lightness: Float) -> SIMD4<Float> {
        func channel(_ n: Float) -> Float {
            let k = (n + Float(hue) / 30).truncatingRemainder(dividingBy: 12)
            return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(k - 3, 9 - k, 1))
        }
        return SIMD4(channel(0), channel(8), channel(4), 1)
    }
}
