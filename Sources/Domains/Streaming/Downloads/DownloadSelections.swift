package import Primitives
import Synchronization

/// A person's choice of music to download, under an id for the address.
package struct DownloadSelection: Sendable, Equatable {
    package let id: ID<DownloadSelection>
    package let expiresAt: Timestamp
}

/// Selections of the last hour. They are in memory only: after a restart people choose again.
package final class DownloadSelections: Sendable {
    package static let lifetime = Duration.seconds(3600)
    /// Of one person.
    static let most = 32
    /// Track ids in all selections together.
    static let mostTracks = 200_000

    private struct Kept {
        let selection: DownloadSelection
        let owner: ID<Person>
        let source: DownloadSource
    }

    private let clock: any WallClock
    /// The oldest first.
    private let kept = Mutex<[Kept]>([])

    package init(clock: any WallClock = SystemWallClock()) {
        self.clock = clock
    }

    func keep(_ source: DownloadSource, of owner: ID<Person>) -> DownloadSelection {
        let now = clock.now()
        let selection = DownloadSelection(id: .make(at: now), expiresAt: now.advanced(by: Self.lifetime))
        kept.withLock { kept in
            kept.removeAll { $0.selection.expiresAt <= now }
            kept.append(Kept(selection: selection, owner: owner, source: source))
            while kept.count(where: { $0.owner == owner }) > Self.most,
                let oldest = kept.firstIndex(where: { $0.owner == owner })
            {
                kept.remove(at: oldest)
            }
            while kept.count > 1, kept.reduce(0, { $0 + $1.source.weight }) > Self.mostTracks { kept.removeFirst() }
        }
        return selection
    }

    func find(_ id: ID<DownloadSelection>, of owner: ID<Person>) -> DownloadSource? {
        let now = clock.now()
        return kept.withLock { kept in
            kept.first { $0.selection.id == id && $0.owner == owner && $0.selection.expiresAt > now }?.source
        }
    }
}
