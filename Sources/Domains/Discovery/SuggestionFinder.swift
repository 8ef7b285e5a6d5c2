import Analysis
package import Catalog
import Foundation
import Primitives

/// A track that is suggested, with the reason.
package struct Suggestion: Sendable, Equatable {
    /// The most important reason of a suggestion.
    package enum Reason: Sendable, Equatable {
        /// The user plays it.
        case played
        /// It sounds like the examples; the similarity is from 0 to 1.
        case sound(similarity: Double)
        /// The listeners of the target play it too.
        case listeners
        /// It is by an artist of the target.
        case artist
        /// It has a genre of the target.
        case genre
        /// Its album is of the years that were asked for.
        case years
        /// It has the mood that was asked for.
        case mood
        /// Nothing closer is left in the library.
        case library
    }

    package let track: TrackItem
    package let reason: Reason
    /// The song that it sounds like, where the reason is its sound and the user may see that song.
    package var like: TrackItem?
    /// The genre that it shares with the target, where the reason is its genre.
    package var genre: String?
}

/// Finds tracks for a target by their sound, by who plays them, by artist and by genre.
///
///     weight = (sound · similarity + listeners · heard · popularity + genre · genres + 0.15 for own artists)²
///
/// `heard` and `genres` are those of `SimilarityRanking`, `popularity` is from a half to 1 by the plays of all users. A
/// draw by weight (`SimilarMix`) decides, so that two radios of one song differ.
struct SuggestionFinder {
    /// A track that may be suggested.
    struct Candidate {
        let traits: TrackTraits
        let weight: Double
        let reason: Suggestion.Reason
        /// The example that it sounds most like.
        var like: ID<Track>?
        /// The most important of the genres that it shares with the target.
        var genre: ID<Genre>?
    }

    /// The parts of the weight. A genre says more where it is the target.
    private struct Shares {
        let sound: Double
        let listeners: Double
        let genres: Double

        init(_ target: DiscoveryTarget) {
            if case .genre = target {
                (sound, listeners, genres) = (0.25, 0.25, 0.5)
            } else {
                (sound, listeners, genres) = (0.5, 0.35, 0.15)
            }
        }
    }

    /// The number of tracks that stand for the sound of an album, an artist or a genre.
    static let examples = 16
    private static let ownArtists = 0.15
    /// The tracks whose sound is compared, and the most that are found by it.
    private static let nearest = 300
    private static let albums = 80
    private static let ofMood = 2000
    /// Near neighbors are similar by a half, two tracks at random by less than 0.1.
    private static let leastSimilarity = 0.3

    let store: any DiscoveryStore
    let sonic: SonicSimilarityService

    /// The candidates for a target, without some tracks, and without what the caller dislikes.
    ///
    /// - Parameter examples: the tracks that others should sound like.
    func candidates(
        for target: DiscoveryTarget, like examples: [ID<Track>], without excluded: Set<ID<Track>>,
        disliked: Disliked = Disliked(), seed: UInt64, as caller: Principal
    ) async throws -> [Candidate] {
        switch target {
        case .years(let years):
            var mix = SimilarMix(seed: seed)
            let albums = try await store.albums(of: years, in: caller.libraries)
            let some = mix.pick(Self.albums, of: albums.map { (item: $0, weight: 1) })
            return Self.candidates(
                among: try await store.tracks(of: some, in: caller.libraries), .years, excluded, disliked)
        case .mood(let mood):
            let tracks = try await store.tracks(of: mood, in: caller.libraries, seed: seed, limit: Self.ofMood)
            return Self.candidates(among: tracks, .mood, excluded, disliked)
        case .track, .album, .artist, .genre, .songs: break
        }
        let evidence = try await store.evidence(for: target, in: caller.libraries, seed: seed)
        let parts = SimilarityRanking(evidence).parts()
        let best = parts.sorted { left, right in
            (right.value.heard + right.value.genres, left.key.rawValue)
                < (left.value.heard + left.value.genres, right.key.rawValue)
        }
        let alike = try await sonic.similar(
            toAny: examples, limit: Self.nearest + excluded.count, as: caller
        ).filter { $0.similarity >= Self.leastSimilarity && !excluded.contains($0.track) }
        async let byAlbum = store.tracks(
            of: best.prefix(Self.albums).map(\.key) + evidence.own, in: caller.libraries)
        async let bySound = store.tracks(alike.map(\.track), in: caller.libraries)
        let matches = Dictionary(alike.map { ($0.track, $0) }) { first, _ in first }
        let ranks = Dictionary(evidence.genres.enumerated().map { ($1.genre, $0) }) { first, _ in first }
        let (own, artists) = (Set(evidence.own), Set(evidence.artists))
        var known: Set<ID<Track>> = []
        let tracks = try await (byAlbum + bySound).filter {
            !excluded.contains($0.track) && !disliked.contains($0) && known.insert($0.track).inserted
        }
        let most = log2(2 + Double(tracks.map(\.plays).max() ?? 0))
        let shares = Shares(target)
        return tracks.compactMap { track in
            let part = parts[track.album]
            let isOwn = track.artist.map(artists.contains) ?? own.contains(track.album)
            let popularity = 0.5 + 0.5 * log2(1 + Double(track.plays)) / most
            let similarity = matches[track.track]?.similarity ?? 0
            let (sound, listeners) = (
                shares.sound * similarity, shares.listeners * (part?.heard ?? 0) * popularity
            )
            let genres = shares.genres * (part?.genres ?? 0)
            let score = sound + listeners + genres + (isOwn ? Self.ownArtists : 0)
            guard score > 0 else { return nil }
            let reason: Suggestion.Reason =
                if isOwn, sound < shares.sound / 2 {
                    .artist
                } else if sound > 0, sound >= max(listeners, genres) {
                    .sound(similarity: similarity)
                } else {
                    listeners >= genres ? .listeners : .genre
                }
            let shared = evidence.albums[track.album]?.genres.filter { ranks[$0] != nil } ?? []
            return Candidate(
                traits: track, weight: score * score, reason: reason, like: matches[track.track]?.nearest,
                genre: shared.min { (ranks[$0] ?? 0) < (ranks[$1] ?? 0) })
        }
    }

    /// Tracks that are all as close to the target; what everybody plays comes twice as often.
    private static func candidates(
        among tracks: [TrackTraits], _ reason: Suggestion.Reason, _ excluded: Set<ID<Track>>, _ disliked: Disliked
    ) -> [Candidate] {
        let most = log2(2 + Double(tracks.map(\.plays).max() ?? 0))
        return tracks.filter { !excluded.contains($0.track) && !disliked.contains($0) }.map { track in
            Candidate(
                traits: track, weight: 0.5 + 0.5 * log2(1 + Double(track.plays)) / most, reason: reason)
        }
    }

    /// At most `limit` of the candidates, drawn by weight: no artist twice among four in a row, as far as others are
    /// there.
    static func draw(_ limit: Int, of candidates: [Candidate], _ mix: inout SimilarMix) -> [Candidate] {
        let byTrack = Dictionary(candidates.map { ($0.traits.track, $0) }) { first, _ in first }
        let picked = mix.pick(
            limit,
            of: candidates.map {
                SimilarMix.Candidate(track: $0.traits.track, artist: $0.traits.artist, weight: $0.weight)
            })
        return spread(picked.compactMap { byTrack[$0] })
    }

    /// The first that is not by one of the last three artists, else two, else one. An artist who has half of what is left
    /// comes at once, since their songs would stand together at the end.
    private static func spread(_ candidates: [Candidate]) -> [Candidate] {
        var (rest, ordered) = (candidates, [Candidate]())
        var left: [ID<Artist>: Int] = [:]
        for artist in candidates.compactMap(\.traits.artist) { left[artist, default: 0] += 1 }
        while !rest.isEmpty {
            let many = left.first { $0.value * 2 > rest.count }?.key
            let place =
                if let many, ordered.last?.traits.artist != many {
                    rest.firstIndex { $0.traits.artist == many }
                } else {
                    [3, 2, 1].lazy.compactMap { distance in
                        let last = ordered.suffix(distance).compactMap(\.traits.artist)
                        return rest.firstIndex { next in next.traits.artist.map { !last.contains($0) } ?? true }
                    }.first
                }
            let next = rest.remove(at: place ?? 0)
            if let artist = next.traits.artist { left[artist, default: 1] -= 1 }
            ordered.append(next)
        }
        return ordered
    }
}
