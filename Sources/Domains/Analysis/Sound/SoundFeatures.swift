import Signal

/// The sound of a recording in numbers, by which similar ones are found: its timbre, its dynamics, its rhythm and how
/// its notes are spread, but not its key, its tempo or its loudness.
///
/// Every number is normalized by its mean and deviation over music of many kinds (`FeatureScales`) and weighted by its
/// group, so that the distance of two recordings is little more than the sum of absolute differences of bytes.
package struct SoundFeatures: Sendable, Equatable {
    /// Features of different versions cannot be compared.
    package static let version: UInt8 = 1
    package static let byteCount = headerCount + FeatureScales.count

    /// Too short or too quiet to compare: all bytes are 0. Infinitely far from everything.
    package static let none = SoundFeatures(storage: [UInt8](repeating: 0, count: byteCount))

    /// The version, and the typical distance in two bytes, little-endian.
    private static let headerCount = 3
    /// The byte of a mean value.
    private static let middle: Float = 128
    /// In standard deviations: what is farther from the mean counts as this far.
    private static let limit: Float = 3.9

    private let storage: [UInt8]

    private init(storage: [UInt8]) {
        self.storage = storage
    }

    package var isNone: Bool { storage[0] == 0 }

    /// Always `byteCount` bytes.
    package var bytes: [UInt8] { storage }

    /// Nil for bytes of another version or length.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount, let first = bytes.first, first == Self.version || first == 0 else {
            return nil
        }
        let storage = Array(bytes)
        guard first == Self.version ? Self.typical(storage) > 0 : storage.allSatisfy({ $0 == 0 }) else { return nil }
        self.init(storage: storage)
    }

    /// - Parameters:
    ///   - timbre: of `FeatureExtractor.values`; nil gives `none`.
    ///   - chroma: the weights of the twelve notes.
    ///   - tonality: of `PitchHistogram`.
    ///   - pulse: the confidence of the tempo.
    ///   - onsetRate: onsets a second.
    init(timbre: [Double]?, chroma: [Double], tonality: Double, pulse: Double, onsetRate: Double) {
        guard let timbre else {
            self = .none
            return
        }
        self.init(raw: timbre + Self.harmony(chroma) + [tonality, pulse, onsetRate])
    }

    /// - Parameter raw: the values before they are normalized, in the order of `FeatureScales`.
    init(raw: [Double]) {
        precondition(raw.count == FeatureScales.count)
        var storage = [Self.version, 0, 0]
        var typical: Float = 0
        for (index, value) in raw.enumerated() {
            let (mean, deviation, steps) = FeatureScales.scale(index)
            let place = Float(value) / deviation - mean / deviation
            let normal = place.isFinite ? min(Self.limit, max(-Self.limit, place)) : 0
            storage.append(UInt8((Self.middle + normal * steps).rounded()))
            let factor = index < FeatureScales.commonCount ? 1 : Float(FeatureScales.rareFactor)
            typical += factor * steps * Self.distanceFromOthers(normal)
        }
        let rounded = UInt16(max(1, min(Float(UInt16.max), typical.rounded())))
        storage[1] = UInt8(truncatingIfNeeded: rounded)
        storage[2] = UInt8(truncatingIfNeeded: rounded >> 8)
        self.init(storage: storage)
    }

    /// The strengths of the circles of one to six notes in a chroma, which do not depend on the key: the magnitudes of
    /// its Fourier transform. See I. Quinn, "General Equal-Tempered Harmony" (2006).
    private static func harmony(_ chroma: [Double]) -> [Double] {
        (1...6).map { order in
            var (real, imaginary) = (0.0, 0.0)
            for (note, weight) in chroma.enumerated() {
                let turn = Functions.rotation(turns: Double(note * order) / 12)
                real += weight * turn.cosine
                imaginary += weight * turn.sine
            }
            return (real * real + imaginary * imaginary).squareRoot()
        }
    }

    /// The mean distance of a value from normally distributed ones, in standard deviations.
    private static func distanceFromOthers(_ value: Float) -> Float {
        let value = Double(abs(value))
        let density = Functions.exp(-value * value / 2) / (2 * Double.pi).squareRoot()
        // The share of smaller values. M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions", 26.2.17.
        let t = 1 / (1 + 0.231_641_9 * value)
        let series = [1.330_274_429, -1.821_255_978, 1.781_477_937, -0.356_563_782, 0.319_381_530]
        let below = 1 - density * series.reduce(0) { ($0 + $1) * t }
        return Float(2 * density + value * (2 * below - 1))
    }

    private static func typical(_ storage: [UInt8]) -> Float {
        Float(UInt16(storage[1]) | UInt16(storage[2]) << 8)
    }

    /// How different two recordings sound: 0 for the same, below 0.2 for the same in another format, 0.6 for near
    /// neighbors, 1 for two at random. Infinite where one is `none`. Symmetric; takes 50 ns.
    ///
    /// The sum of absolute differences, divided by the geometric mean of the distances that both have from music in
    /// general. Without that, recordings of ordinary sound would be near to everything ("hubs"). It is the scaling of
    /// D. Schnitzer et al., "Local and Global Scaling Reduce Hubs in Space" (JMLR 13, 2012), with a distance from others
    /// that follows from the features alone.
    package static func distance(_ left: SoundFeatures, _ right: SoundFeatures) -> Float {
        guard !left.isNone, !right.isNone else { return .infinity }
        let sum = left.storage.withUnsafeBufferPointer { left in
            right.storage.withUnsafeBufferPointer { right in
                let rare = headerCount + FeatureScales.commonCount
                return difference(left, right, headerCount..<rare)
                    + FeatureScales.rareFactor * difference(left, right, rare..<byteCount)
            }
        }
        return Float(sum) / (typical(left.storage) * typical(right.storage)).squareRoot()
    }

    private static func difference(
        _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Int32 {
        var sum: Int32 = 0
        for index in range { sum &+= abs(Int32(left[index]) &- Int32(right[index])) }
        return sum
    }

    /// A distance as a similarity from 0 to 1: above 0.95 for the same recording in another format, a half for near
    /// neighbors, below 0.1 for two at random.
    package static func similarity(_ distance: Float) -> Float {
        guard distance.isFinite else { return 0 }
        let share = Double(max(0, distance)) / 0.7
        return Float(Functions.exp(-share * share * share))
    }
}
