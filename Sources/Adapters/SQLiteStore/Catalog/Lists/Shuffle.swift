/// A permutation of the numbers below a bound, chosen by a seed and computed number by number: random order without sorting.
///
/// It is a Feistel network of four rounds over the smallest even number of bits that holds the bound; a number that falls outside
/// the bound is put through again until it falls inside (cycle walking: Black and Rogaway, "Ciphers with Arbitrary Finite Domains",
/// 2002), which takes fewer than four turns on average. It mixes well; it keeps no secret.
struct Shuffle {
    private static let rounds: UInt64 = 4
    private let bound: UInt64
    private let seed: UInt64
    private let half: UInt64
    private let mask: UInt64

    init(seed: Int64, bound: Int64) {
        self.seed = UInt64(bitPattern: seed)
        self.bound = UInt64(max(1, bound))
        let bits = UInt64(64 - (self.bound - 1).leadingZeroBitCount)
        half = max(1, (bits + 1) / 2)
        mask = (1 << half) - 1
    }

    /// The number at `place`, which is below the bound.
    func number(at place: Int64) -> Int64 {
        var value = UInt64(bitPattern: place)
        repeat { value = forwards(value) } while value >= bound
        return Int64(bitPattern: value)
    }

    /// Where `number`, which is below the bound, stands.
    func place(of number: Int64) -> Int64 {
        var value = UInt64(bitPattern: number)
        repeat { value = backwards(value) } while value >= bound
        return Int64(bitPattern: value)
    }

    private func forwards(_ value: UInt64) -> UInt64 {
        var (left, right) = (value >> half, value & mask)
        for round in 0..<Self.rounds { (left, right) = (right, left ^ mix(right, round)) }
        return left << half | right
    }

    private func backwards(_ value: UInt64) -> UInt64 {
        var (left, right) = (value >> half, value & mask)
        for round in (0..<Self.rounds).reversed() { (left, right) = (right ^ mix(left, round), left) }
        return left << half | right
    }

    /// SplitMix64's finaliser (Steele, Lea, Flood 2014).
    private func mix(_ value: UInt64, _ round: UInt64) -> UInt64 {
        var mixed = seed &+ (value << 2 | round) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return (mixed ^ mixed >> 31) & mask
    }
}
