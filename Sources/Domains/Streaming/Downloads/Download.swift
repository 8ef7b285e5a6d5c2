package import Catalog
package import Primitives
package import Shelf
import Synchronization

/// An archive to be created: all of its entries, in order.
package struct Download: Sendable {
    package enum Content: Sendable {
        case track(ID<Track>)
        case file(any ReadableFile)
        case text([UInt8])
    }

    package struct Entry: Sendable {
        /// With `/` between folders; safe on every system.
        package let path: String
        package let size: Int64
        package let modifiedAt: Timestamp
        package let content: Content
    }

    /// The largest number of files in one archive; the longest queue has as many tracks.
    package static let mostFiles = 10_000
    /// The largest size of all files in one archive, in bytes.
    package static let mostBytes: Int64 = 256 << 30

    /// The same for every download of the same source.
    package let id: String
    /// The archive's file name without extension, valid on every system.
    package let name: String
    package let entries: [Entry]
    /// The library parts of the tracks: when the listener loses access to one, the download ends.
    package let libraries: Set<String>

    /// The size of all files, without the archive's overhead.
    var bytes: Int64 { entries.reduce(0) { $0 + $1.size } }
}

/// The music of one archive, as it is at the time of the download.
package enum DownloadSource: Sendable, Equatable {
    case album(ID<Album>)
    case playlist(ID<Playlist>)
    /// A folder of the disk with everything below it.
    case folder(ID<Folder>)
    case tracks([ID<Track>])

    /// The number of ids that are stored for it.
    var weight: Int { if case .tracks(let tracks) = self { tracks.count } else { 1 } }
}

/// A user's selection of music to download, with an id for its URL.
package struct DownloadSelection: Sendable, Equatable {
    package let id: ID<DownloadSelection>
    package let expiresAt: Timestamp
}

/// The selections of the last hour. They are in memory only: after a restart users must select again.
package final class DownloadSelections: Sendable {
    package static let lifetime = Duration.seconds(3600)
    /// The largest number of selections of one user.
    static let most = 32
    /// The largest number of track ids in all selections together.
    static let mostTracks = 200_000

    private struct StoredSelection {
        let selection: DownloadSelection
        let owner: ID<Person>
        let source: DownloadSource
    }

    private let clock: any WallClock
    /// The oldest first.
    private let stored = Mutex<[StoredSelection]>([])

    package init(clock: any WallClock = SystemWallClock()) {
        self.clock = clock
    }

    func store(_ source: DownloadSource, of owner: ID<Person>) -> DownloadSelection {
        let now = clock.now()
        let selection = DownloadSelection(id: .make(at: now), expiresAt: now.advanced(by: Self.lifetime))
        stored.withLock { stored in
            stored.removeAll { $0.selection.expiresAt <= now }
            stored.append(StoredSelection(selection: selection, owner: owner, source: source))
            while stored.count(where: { $0.owner == owner }) > Self.most,
                let oldest = stored.firstIndex(where: { $0.owner == owner })
            {
                stored.remove(at: oldest)
            }
            while stored.count > 1, stored.reduce(0, { $0 + $1.source.weight }) > Self.mostTracks {
                stored.removeFirst()
            }
        }
        return selection
    }

    func find(_ id: ID<DownloadSelection>, of owner: ID<Person>) -> DownloadSource? {
        let now = clock.now()
        return stored.withLock { stored in
            stored.first { $0.selection.id == id && $0.owner == owner && $0.selection.expiresAt > now }?.source
        }
    }
}
