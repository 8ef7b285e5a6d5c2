package import Catalog
import GRDB
package import Journal
package import Lyrics
package import Primitives

/// Written lyrics in SQLite.
package struct SQLiteLyricsWritingStore: LyricsWritingStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func edited(
        _ track: ID<Track>, for caller: Principal
    ) async throws -> (song: WritableSong, current: LyricsVersion?, proposal: LyricsVersion?) {
        try await database.read { db in
            let table = LyricsVersionTable(db)
            let song = try table.song(track, in: caller.libraries)
            let version = { (id: ID<LyricsVersion>) in
                try table.version(id, of: track, in: caller.libraries).version
            }
            return (
                song, try table.current(of: track).map { try version($0.id) },
                try table.openProposal(about: track, by: caller.user).map(version)
            )
        }
    }

    package func versions(
        of track: ID<Track>, for caller: Principal, _ page: PageRequest
    ) async throws -> Page<LyricsVersion> {
        let part = try KeysetList(name: "lyrics.versions", columns: [.integer, .text]).part(page)
        return try await database.read { db in
            _ = try LyricsVersionTable(db).song(track, in: caller.libraries)
            let rows = try db.rows(
                Self.versions(isFirst: part.isFirst),
                part.arguments + ["track": track, "caller": caller.user, "all": caller.may(.moderate)])
            return part.page(rows.compactMap(LyricsVersionTable.version)) { ($0.at, $0.id) }
        }
    }

    package func version(
        _ id: ID<LyricsVersion>, of track: ID<Track>?, in scope: LibraryScope
    ) async throws -> (version: LyricsVersion, content: WrittenLyrics) {
        try await database.read { db in try LyricsVersionTable(db).version(id, of: track, in: scope) }
    }

    package func proposals(
        in scope: LibraryScope, _ page: PageRequest
    ) async throws -> (page: Page<LyricsProposal>, open: Int) {
        let part = try KeysetList(name: "lyrics.proposals", columns: [.integer, .text]).part(page)
        return try await database.read { db in
            let rows = try db.rows(Self.proposals(scope, isFirst: part.isFirst), part.arguments + scope.arguments)
            let proposals = try rows.compactMap { row in
                try LyricsVersionTable.version(row).map { version in
                    let artist: String? = try db.value(SQLiteLyricsStore.credit, [version.track])
                    return LyricsProposal(version: version, title: row["track_title"], artist: artist)
                }
            }
            let open: Int? = try db.value(Self.open(scope), scope.arguments)
            return (part.page(proposals) { ($0.version.at, $0.version.id) }, open ?? 0)
        }
    }

    package func edit(
        _ decide: @escaping @Sendable (any LyricsWritingState) throws -> Changes<LyricsWrite>
    ) async throws {
        try await database.edit(.administration, LyricsVersionTable.self) { (try decide($0), ()) }
    }

    static func versions(isFirst: Bool) -> String {
        """
        \(LyricsVersionTable.columns) WHERE v.track = :track
          AND (:all OR v.state = 'published' OR v.author = :caller)
          \(isFirst ? "" : "AND (v.at, v.id) < (:after0, :after1)") ORDER BY v.at DESC, v.id DESC LIMIT :limit
        """
    }

    static func proposals(_ scope: LibraryScope, isFirst: Bool) -> String {
        """
        \(LyricsVersionTable.columns) WHERE v.state = 'proposed' AND t.missing_since IS NULL\(scope.and("t.library"))
        \(isFirst ? "" : "AND (v.at, v.id) < (:after0, :after1)") ORDER BY v.at DESC, v.id DESC LIMIT :limit
        """
    }

    static func open(_ scope: LibraryScope) -> String {
        """
        SELECT count(*) FROM lyrics_version v JOIN track t ON t.id = v.track
        WHERE v.state = 'proposed' AND t.missing_since IS NULL\(scope.and("t.library"))
        """
    }
}
