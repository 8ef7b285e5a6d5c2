/// Compares one fingerprint with many.
package struct FingerprintComparison: Sendable {
    /// Ten seconds: one copy may begin with a silence that the other does not have.
    private static let reach = 80
    /// Every fourth number is enough to find out how two lie over one another, and whether it is worth looking closer.
    private static let stride = 4
    private static let promising = 0.64

    private let own: [UInt32]

    package init(_ fingerprint: Fingerprint) {
        own = fingerprint.values
    }

    /// How alike two recordings sound: 1 for the same, about 0 for two others. It is what the bits agree in beyond the half that agrees by
    /// chance, as they lie best over one another within ten seconds; at least half of the shorter one has to lie on the other.
    package func similarity(to other: Fingerprint) -> Double {
        let values = other.values
        var best = (agreement: 0.0, shift: 0)
        for shift in -Self.reach...Self.reach {
            let agreement = agreement(values, shift, every: Self.stride)
            if agreement > best.agreement { best = (agreement, shift) }
        }
        guard best.agreement >= Self.promising else { return max(0, 2 * best.agreement - 1) }
        let around = (best.shift - 2...best.shift + 2).map { agreement(values, $0, every: 1) }
        return max(0, 2 * (around.max() ?? 0) - 1)
    }

    /// The part of bits that are equal where number `i` lies on the other's number `i + shift`; 0 where too little lies on one another.
    private func agreement(_ other: [UInt32], _ shift: Int, every stride: Int) -> Double {
        let (start, end) = (max(0, -shift), min(own.count, other.count - shift))
        guard end - start >= max(Fingerprint.minimumCount / 2, min(own.count, other.count) / 2) else { return 0 }
        var (different, compared) = (0, 0)
        var index = start
        while index < end {
            different += (own[index] ^ other[index + shift]).nonzeroBitCount
            compared += 32
            index += stride
        }
        return 1 - Double(different) / Double(compared)
    }
}
