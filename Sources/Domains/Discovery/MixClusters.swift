import Analysis
import Catalog
import Primitives

/// Divides the tracks that a user plays into groups of similar ones: k-medoids, begun with tracks that are far from one
/// another. See H.-S. Park and C.-H. Jun, "A simple and fast algorithm for K-medoids clustering" (2009).
struct MixClusters {
    private static let rounds = 8
    /// The distances of two tracks of which one is not analyzed, as those of `SoundFeatures`.
    private static let (sameArtist, sameGenre, unknown): (Float, Float, Float) = (0.5, 0.8, 1.2)

    private let tracks: [HabitualTrack]
    /// From each track to each.
    private let distances: [[Float]]

    init(_ tracks: [HabitualTrack], _ features: [ID<Track>: SoundFeatures]) {
        self.tracks = tracks
        distances = tracks.map { left in tracks.map { Self.distance(left, $0, features) } }
    }

    private static func distance(
        _ left: HabitualTrack, _ right: HabitualTrack, _ features: [ID<Track>: SoundFeatures]
    ) -> Float {
        if left.traits.track == right.traits.track { return 0 }
        if let own = features[left.traits.track], let other = features[right.traits.track] {
            let distance = SoundFeatures.distance(own, other)
            if distance.isFinite { return distance }
        }
        if let artist = left.traits.artist, artist == right.traits.artist { return sameArtist }
        if let genre = left.genre, genre == right.genre { return sameGenre }
        return unknown
    }

    /// At most `count` groups, the most important first; in each the most important track first. A group of one track
    /// joins that of the nearest other one.
    func clusters(_ count: Int) -> [[HabitualTrack]] {
        guard !tracks.isEmpty else { return [] }
        var medoids = first(count)
        var members: [[Int]] = []
        for _ in 0..<Self.rounds {
            members = assigned(to: medoids)
            let better = members.map(center)
            if better == medoids { break }
            medoids = better
        }
        let many = zip(medoids, members).filter { $1.count > 1 }.map(\.0)
        if !many.isEmpty, many.count < medoids.count { members = assigned(to: many) }
        let groups = members.filter { !$0.isEmpty }.map { group in
            group.map { tracks[$0] }.sorted(by: Self.isMoreImportant)
        }
        return groups.sorted { left, right in
            let (first, second) = (Self.weight(left), Self.weight(right))
            return first == second ? Self.isMoreImportant(left[0], right[0]) : first > second
        }
    }

    /// The most important track, then always the one that is farthest from those before, by its importance.
    private func first(_ count: Int) -> [Int] {
        var chosen = [0]
        var nearest = distances[0]
        while chosen.count < min(count, tracks.count) {
            let next = tracks.indices.max { left, right in
                score(left, nearest) < score(right, nearest)
            }
            guard let next, nearest[next] > 0 else { break }
            chosen.append(next)
            for index in tracks.indices { nearest[index] = min(nearest[index], distances[next][index]) }
        }
        return chosen
    }

    private func score(_ index: Int, _ nearest: [Float]) -> Float {
        nearest[index] * Float(tracks[index].weight.squareRoot())
    }

    private func assigned(to medoids: [Int]) -> [[Int]] {
        var members = [[Int]](repeating: [], count: medoids.count)
        for index in tracks.indices {
            let nearest = medoids.indices.min { distances[medoids[$0]][index] < distances[medoids[$1]][index] }
            members[nearest ?? 0].append(index)
        }
        return members
    }

    private func center(_ members: [Int]) -> Int {
        let best = members.min { sum(from: $0, members) < sum(from: $1, members) }
        return best ?? 0
    }

    private func sum(from center: Int, _ members: [Int]) -> Float {
        members.reduce(0) { $0 + distances[center][$1] * Float(tracks[$1].weight) }
    }

    private static func weight(_ group: [HabitualTrack]) -> Double { group.reduce(0) { $0 + $1.weight } }

    private static func isMoreImportant(_ left: HabitualTrack, _ right: HabitualTrack) -> Bool {
        (right.weight, left.traits.track.rawValue) < (left.weight, right.traits.track.rawValue)
    }
}
