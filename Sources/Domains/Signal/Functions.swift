/// Elementary functions that the standard library does not have.
///
/// They spare the domains an import of the C library. All are accurate to the precision of their type unless they say
/// otherwise, and none of them is meant for inner loops but `log2` and `exp2` of vectors.
package enum Functions {
    /// The cosine and sine of an angle in turns (1 is a full circle).
    package static func rotation(turns: Double) -> (cosine: Double, sine: Double) {
        let nearest = (turns * 4).rounded()
        let angle = (turns - nearest / 4) * 2 * Double.pi
        // Taylor series on ±π/4: the last terms are below 1e-17.
        let square = angle * angle
        var (cosine, sine) = (1.0, 1.0)
        for term in stride(from: 9.0, through: 1, by: -1) {
            cosine = 1 - cosine * square / ((2 * term - 1) * (2 * term))
            sine = 1 - sine * square / ((2 * term) * (2 * term + 1))
        }
        sine *= angle
        switch Int(nearest.truncatingRemainder(dividingBy: 4)) {
        case 1, -3: return (-sine, cosine)
        case 2, -2: return (-cosine, -sine)
        case 3, -1: return (sine, -cosine)
        default: return (cosine, sine)
        }
    }

    /// The natural logarithm of a positive, finite number.
    package static func log(_ value: Double) -> Double {
        var (exponent, significand) = (Double(value.exponent), value.significand)
        if significand > 1.414_213_562_373_095 {
            significand /= 2
            exponent += 1
        }
        // 2 artanh((m − 1) / (m + 1)), |x| ≤ 0.172.
        let x = (significand - 1) / (significand + 1)
        let square = x * x
        var series = 0.0
        for power in stride(from: 23.0, through: 1, by: -2) { series = series * square + 1 / power }
        return exponent * 0.693_147_180_559_945_3 + 2 * x * series
    }

    package static func log2(_ value: Double) -> Double {
        log(value) * 1.442_695_040_888_963_4
    }

    package static func log10(_ value: Double) -> Double {
        log(value) * 0.434_294_481_903_251_8
    }

    /// The exponential function; 0 and infinity beyond the range of `Double`.
    package static func exp(_ value: Double) -> Double {
        guard value > -700 else { return 0 }
        guard value < 700 else { return .infinity }
        let whole = (value * 1.442_695_040_888_963_4).rounded()
        let rest = value - whole * 0.693_147_180_559_945_3
        var series = 1.0
        for term in stride(from: 14.0, through: 1, by: -1) { series = 1 + series * rest / term }
        return Double(sign: .plus, exponent: Int(whole), significand: series)
    }

    package static func exp2(_ value: Double) -> Double {
        exp(value * 0.693_147_180_559_945_3)
    }

    /// The base-2 logarithm of each lane, within 0.0001. Lanes must be positive, normal numbers.
    @inlinable @inline(__always)
    package static func log2(_ value: SIMD4<Float>) -> SIMD4<Float> {
        let bits = unsafeBitCast(value, to: SIMD4<Int32>.self)
        let exponent = SIMD4<Float>((bits &>> 23) &- 127)
        let mantissa = unsafeBitCast((bits & 0x7F_FFFF) | 0x3F80_0000, to: SIMD4<Float>.self)
        // A polynomial of least greatest error for log(m) on 1…2.
        var series = mantissa * -0.056_570_85 + 0.447_178_61
        series = series * mantissa - 1.469_956_8
        series = series * mantissa + 2.821_202_6
        series = series * mantissa - 1.741_793_9
        return exponent + series * 1.442_695
    }
}

/// The windows by which spectra and filters are shaped.
package enum Window {
    /// A periodic Hann window: half a cosine, from 0 to 1 and back.
    package static func hann(_ count: Int) -> [Float] {
        (0..<count).map { Float(0.5 - 0.5 * Functions.rotation(turns: Double($0) / Double(count)).cosine) }
    }

    /// A Kaiser window as a function of the place in it, from −1 to 1.
    static func kaiser(beta: Double) -> (Double) -> Double {
        let height = besselI0(beta)
        return { place in abs(place) < 1 ? besselI0(beta * (1 - place * place).squareRoot()) / height : 0 }
    }

    /// The modified Bessel function of the first kind and order zero, by its series.
    private static func besselI0(_ x: Double) -> Double {
        let square = x * x / 4
        var (sum, term, k) = (1.0, 1.0, 1.0)
        while term > sum * 1e-12 {
            term *= square / (k * k)
            sum += term
            k += 1
        }
        return sum
    }
}
