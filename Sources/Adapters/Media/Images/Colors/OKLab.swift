import Glibc

/// A color where equal distances look equally far apart (Björn Ottosson, 2020, https://bottosson.github.io/posts/oklab/).
struct OKLab: Equatable {
    var l: Float
    var a: Float
    var b: Float

    init(l: Float, a: Float, b: Float) {
        self.l = l
        self.a = a
        self.b = b
    }

    init(red: UInt8, green: UInt8, blue: UInt8) {
        let (r, g, b) = (LightTable.linear[Int(red)], LightTable.linear[Int(green)], LightTable.linear[Int(blue)])
        let long = cbrtf(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
        let medium = cbrtf(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
        let short = cbrtf(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
        l = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
        a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
        self.b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    }

    var bytes: (red: UInt8, green: UInt8, blue: UInt8) {
        let long = cube(l + 0.3963377774 * a + 0.2158037573 * b)
        let medium = cube(l - 0.1055613458 * a - 0.0638541728 * b)
        let short = cube(l - 0.0894841775 * a - 1.2914855480 * b)
        return (
            Self.byte(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
            Self.byte(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
            Self.byte(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short)
        )
    }

    func squaredDistance(to other: OKLab) -> Float {
        let (dl, da, db) = (l - other.l, a - other.a, b - other.b)
        return dl * dl + da * da + db * db
    }

    private func cube(_ x: Float) -> Float { x * x * x }

    private static func byte(_ light: Float) -> UInt8 {
        LightTable.bytes[Int(max(0, min(1, light)) * Float(LightTable.steps) + 0.5)]
    }
}
