import Catalog
import Foundation
import Primitives

/// Picks tracks at random, those of higher weight more often: each gets −ln(u) / weight with a u between 0 and 1 of its
/// own, and the lowest win (Efraimidis and Spirakis 2006, without replacement). The same seed picks the same.
struct SimilarMix {
    /// A track to pick from.
    struct Candidate {
        let track: ID<Track>
        let artist: ID<Artist>?
        let weight: Double
    }

    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func pick<Item>(_ count: Int, of items: [(item: Item, weight: Double)]) -> [Item] {
        items.filter { $0.weight > 0 }.map { (key: -log(next()) / $0.weight, item: $0.item) }
            .sorted { $0.key < $1.key }.prefix(count).map(\.item)
    }

    /// No artist has more than a quarter of the result, but at least two, as long as there are others.
    mutating func pick(_ count: Int, of candidates: [Candidate]) -> [ID<Track>] {
        let shuffled = pick(candidates.count, of: candidates.map { ($0, $0.weight) })
        let share = max(2, count / 4)
        var counts: [ID<Artist>: Int] = [:]
        var (chosen, rest): ([ID<Track>], [ID<Track>]) = ([], [])
        for candidate in shuffled where chosen.count < count {
            guard let artist = candidate.artist else {
                chosen.append(candidate.track)
                continue
            }
            counts[artist, default: 0] += 1
            if counts[artist, default: 0] <= share {
                chosen.append(candidate.track)
            } else {
                rest.append(candidate.track)
            }
        }
        return chosen + rest.prefix(count - chosen.count)
    }

    /// Between 0 and 1, neither of them: SplitMix64 (Steele, Lea and Flood 2014).
    private mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        value ^= value >> 31
        return (Double(value >> 11) + 0.5) / 9_007_199_254_740_992
    }
}
