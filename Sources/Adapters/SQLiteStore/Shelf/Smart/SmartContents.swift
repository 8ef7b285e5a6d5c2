import Catalog
import GRDB
import Primitives
import Shelf

/// What is in a smart playlist, as if somebody had put it there: each track is an entry of its own id, since it is there once.
struct SmartContents {
    private static let list = KeysetList(name: "playlist.smart", columns: [.integer])

    let playlist: Playlist
    let result: SmartResult

    var entries: [PlaylistEntry] { result.tracks.map(entry) }

    /// Cursors count, because the whole is known: what changes between two pages shows as another `contents`.
    func page(_ page: PageRequest) throws(DomainError) -> Page<PlaylistEntry> {
        var start = 0
        if let position = try Self.list.position(page.cursor) {
            start = min(max(Int.fromDatabaseValue(position[0]) ?? 0, 0), result.tracks.count)
        }
        let part = result.tracks[start...].prefix(page.limit)
        return Page(
            items: part.map(entry), next: part.endIndex < result.tracks.count ? Self.cursor(part.endIndex) : nil)
    }

    func outline(step: Int) -> ListOutline {
        ListOutline(
            total: result.tracks.count, step: step,
            cursors: stride(from: step, to: result.tracks.count, by: step).map(Self.cursor), letters: [])
    }

    private func entry(_ track: ID<Track>) -> PlaylistEntry {
        PlaylistEntry(id: ID(track.rawValue), track: track, addedBy: nil, addedAt: playlist.changedAt)
    }

    private static func cursor(_ index: Int) -> Primitives.Cursor {
        Primitives.Cursor(list: list.name, values: [.integer(Int64(index))])
    }
}
