import Catalog
import Primitives
import Shelf

/// The songs that a call names, in its order. A client keeps lists for weeks, and one song that has gone meanwhile does not void them.
struct NamedTracks: Sendable, Equatable {
    /// Nil for one that is not there for the caller.
    private let tracks: [ID<Track>?]

    init(_ tracks: [ID<Track>?]) {
        self.tracks = tracks
    }

    /// None was named.
    var isEmpty: Bool { tracks.isEmpty }

    var there: [ID<Track>] { tracks.compactMap(\.self) }

    func isThere(at index: Int) -> Bool { tracks.indices.contains(index) && tracks[index] != nil }

    /// The place among those that are there of the one at `index`; of the next one where that has gone, and of the last where no other
    /// follows. 0 where none is there.
    func place(of index: Int) -> Int {
        let before = tracks.prefix(max(0, index)).count { $0 != nil }
        return min(before, max(0, there.count - 1))
    }
}

extension SubsonicCall {
    /// The songs of a repeated parameter, at most 10,000. What is no song's id has gone too: another server gave it out.
    func namedTracks(_ name: String = "id", in catalog: CatalogService) async throws -> NamedTracks {
        let values = parameters.all(name)
        guard values.count <= 10_000 else { throw SubsonicFailure.malformed(name, "given at most 10000 times") }
        let tracks = values.map { value -> ID<Track>? in
            guard case .track(let id) = SubsonicID(value) else { return nil }
            return id
        }
        let known = try await catalog.known(tracks.compactMap(\.self), as: caller)
        return NamedTracks(tracks.map { $0.flatMap { known.contains($0) ? $0 : nil } })
    }

    /// See `namedTracks`. Throws 70 where it names some and none of them is there.
    func knownTracks(_ name: String = "id", in catalog: CatalogService) async throws -> NamedTracks {
        let named = try await namedTracks(name, in: catalog)
        guard named.isEmpty || !named.there.isEmpty else { throw SubsonicFailure.absent("song") }
        return named
    }
}
