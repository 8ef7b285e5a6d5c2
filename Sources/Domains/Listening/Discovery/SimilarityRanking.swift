import Catalog
import Foundation
import Primitives

/// How like a thing albums and artists are:
///
///     score = 0.65 · heard / (the largest heard) + 0.35 · genres
///     heard(album) = Σ over listeners  log₂(1 + plays of the thing) · log₂(1 + plays of the album) / log₂(2 + everybody's plays of the album)
///     genres(album) = Σ weights of the thing's genres that the album has / Σ weights of the thing's genres
///     weight(genre) = its share of the thing's albums / log₂(2 + albums of that genre)
///
/// Logarithms keep one eager listener from deciding; the division tames what everybody hears anyway; rare genres say
/// more than common ones. An artist has the five best of their albums' `heard` together, and the mean of their `genres`.
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

    /// Without those of the thing itself.
    func albums() -> [ID<Album>: Double] {
        let own = Set(evidence.own)
        let most = heard.filter { !own.contains($0.key) }.values.max() ?? 0
        var scores: [ID<Album>: Double] = [:]
        for album in evidence.albums.keys where !own.contains(album) {
            let score = Self.score(heard[album] ?? 0, of: most, genres[album] ?? 0)
            if score > 0 { scores[album] = score }
        }
        return scores
    }

    /// The best first; of equals by id. Without the artists of the thing itself.
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
