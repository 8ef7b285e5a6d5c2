import Primitives
import GRDB

/// What an artist or a genre has in each library: kept beside the counts of the whole catalogue, read for those who see some libraries.
struct LibraryShares {
    struct Share {
        var albumCount = 0
        var trackCount = 0
        var cover: String?
        /// The year of the album that the cover is of; -1 for a track's.
        var coverOrder = -1

        /// `row` has the columns of the table.
        init(_ row: Row) {
            albumCount = row["album_count"]
            trackCount = row["track_count"]
            cover = row["cover"]
            coverOrder = row["cover_order"]
        }

        init() {}

        /// Of two libraries the counts together, and the cover of the later album.
        mutating func add(_ other: Share) {
            albumCount += other.albumCount
            trackCount += other.trackCount
            if other.cover != nil, cover == nil || other.coverOrder > coverOrder {
                (cover, coverOrder) = (other.cover, other.coverOrder)
            }
        }
    }

    /// By library.
    private(set) var shares: [String: Share] = [:]

    /// Counts an album. Albums are to come in the order in which covers are chosen: the first with a cover gives it.
    mutating func addAlbum(in library: String, cover: String?, year: Int) {
        var share = shares[library, default: Share()]
        share.albumCount += 1
        if share.cover == nil, let cover { (share.cover, share.coverOrder) = (cover, year) }
        shares[library] = share
    }

    mutating func addTracks(_ count: Int, in library: String) {
        shares[library, default: Share()].trackCount += count
    }

    /// The cover of a track, where no album has one.
    mutating func coverByTrack(_ cover: String, in library: String) {
        guard let share = shares[library], share.cover == nil else { return }
        shares[library]?.cover = cover
    }

    var hasUncovered: Bool { shares.values.contains { $0.cover == nil } }

    /// Puts what there is in place of what is stored.
    ///
    /// - Parameter kind: `artist` or `genre`.
    func write(_ kind: String, _ id: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM \(kind)_library WHERE \(kind) = ?").execute(arguments: [id])
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO \(kind)_library (\(kind), library, album_count, track_count, cover, cover_order)
                VALUES (?, ?, ?, ?, ?, ?)
                """)
        for (library, share) in shares {
            try insert.execute(arguments: [
                id, library, share.albumCount, share.trackCount, share.cover, share.coverOrder,
            ])
        }
    }
}
