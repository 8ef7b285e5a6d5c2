import Catalog
import Foundation
import Primitives

/// Ranks albums and artists by their similarity to a target:
///
///     score = 0.65 · heard / (the largest heard) + 0.35 · genres
///     heard(album) = Σ over listeners  log₂(1 + plays of the target) · log₂(1 + plays of the album) / log₂(2 + everybody's plays of the album)
///     genres(album) = Σ weights of the target's genres that the album has / Σ weights of the target's genres
///     weight(genre) = its share of the target's albums / log₂(2 + albums of that genre)
///
/// Logarithms keep a single eager listener from deciding; the division reduces the weight of albums that everybody
/// hears anyway; rare genres count more than common ones. The `heard` of an artist is the sum of their five best
/// albums, and their `genres` is the mean of all their albums.
struct SimilarityRanking {
    private static let listenersPart = 0.65
    private static let genresPart = 0.35
    private static let albumsOfArtist = 5

    private let evidence: SimilarityEvidence
    private let heard: [ID<Album>: Double]
    private let genres: [ID<Album>: Double]

    init(_ evidence: SimilarityEvidence) {
        self.evidence = evidence
        heard = Self.heard(evidence)
        genres = Self.genres(evidence)
    }

    /// The scores of albums, without those of the target itself.
    func albums() -> [ID<Album>: Double] {
        parts().mapValues { Self.score($0.heard, of: 1, $0.genres) }.filter { $0.value > 0 }
    }

    /// Both parts of the score of each album, each from 0 to 1, without the albums of the target itself.
    func parts() -> [ID<Album>: (heard: Double, genres: Double)] {
        let own = Set(evidence.own)
        let most = heard.filter { !own.contains($0.key) }.values.max() ?? 0
        var parts: [ID<Album>: (heard: Double, genres: Double)] = [:]
        for album in evidence.albums.keys where !own.contains(album) {
            parts[album] = (most > 0 ? (heard[album] ?? 0) / most : 0, genres[album] ?? 0)
        }
        return parts
    }

    /// The scores of artists, the best first; of equals by id. Without the artists of the target itself.
    func artists() -> [(artist: ID<Artist>, score: Double)] {
        var albums: [ID<Artist>: [ID<Album>]] = [:]
        for (album, traits) in evidence.albums {
            guard let artist = traits.artist, !evidence.artists.contains(artist) else { continue }
            albums[artist, default: []].append(album)
        }
        let found = albums.mapValues { albums in
            (
                heard: albums.compactMap { heard[$0] }.sorted(by: >).prefix(Self.albumsOfArtist).reduce(0, +),
                genres: albums.map { genres[$0] ?? 0 }.reduce(0, +) / Double(albums.count)
            )
        }
        let most = found.values.map(\.heard).max() ?? 0
        return found.map { ($0.key, Self.score($0.value.heard, of: most, $0.value.genres)) }.filter { $0.1 > 0 }
            .sorted { ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue) }
    }

    private static func score(_ heard: Double, of most: Double, _ genres: Double) -> Double {
        (most > 0 ? listenersPart * heard / most : 0) + genresPart * genres
    }

    private static func heard(_ evidence: SimilarityEvidence) -> [ID<Album>: Double] {
        var sums: [ID<Album>: Double] = [:]
        for one in evidence.heard where evidence.listeners.indices.contains(one.listener) {
            guard let traits = evidence.albums[one.album] else { continue }
            sums[one.album, default: 0] +=
                log2(1 + Double(evidence.listeners[one.listener])) * log2(1 + Double(one.plays))
                / log2(2 + Double(max(traits.plays, one.plays)))
        }
        return sums
    }

    private static func genres(_ evidence: SimilarityEvidence) -> [ID<Album>: Double] {
        var weights: [ID<Genre>: Double] = [:]
        for share in evidence.genres { weights[share.genre] = Double(share.own) / log2(2 + Double(share.all)) }
        let whole = weights.values.reduce(0, +)
        guard whole > 0 else { return [:] }
        return evidence.albums.mapValues { $0.genres.reduce(0) { $0 + (weights[$1] ?? 0) } / whole }
    }
}

/// Picks tracks at random, those of higher weight more often: each gets −ln(u) / weight with a u between 0 and 1 of its
/// own, and the lowest win (Efraimidis and Spirakis 2006, without replacement). The same seed gives the same picks.
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

    /// No artist has more than a quarter of the result (but at least two tracks), as long as there are other artists.
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

    /// A random number between 0 and 1, excluding both: SplitMix64 (Steele, Lea and Flood 2014).
    private mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        value ^= value >> 31
        return (Double(value >> 11) + 0.5) / 9_007_199_254_740_992
    }
}
