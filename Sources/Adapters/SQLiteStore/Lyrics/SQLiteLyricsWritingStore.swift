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
        let list = KeysetList(name: "lyrics.versions", columns: [.integer, .text])
        let position = try list.position(page.cursor)
        return try await database.read { db in
            _ = try LyricsVersionTable(db).song(track, in: caller.libraries)
            var arguments: [String: (any DatabaseValueConvertible)?] = [
                "track": track.rawValue, "caller": caller.user.rawValue, "all": caller.may(.moderate),
                "limit": page.limit + 1,
            ]
            for (index, value) in (position ?? []).enumerated() { arguments["after\(index)"] = value }
            let rows = try Row.fetchAll(
                db.cachedStatement(sql: Self.versions(isFirst: position == nil)),
                arguments: StatementArguments(arguments))
            return list.page(rows.compactMap(LyricsVersionTable.version), limit: page.limit) {
                [.integer($0.at.milliseconds), .text($0.id.rawValue)]
            }
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
        let list = KeysetList(name: "lyrics.proposals", columns: [.integer, .text])
        let position = try list.position(page.cursor)
        return try await database.read { db in
            var arguments = scope.named
            arguments["limit"] = (page.limit + 1).databaseValue
            for (index, value) in (position ?? []).enumerated() { arguments["after\(index)"] = value }
            let rows = try Row.fetchAll(
                db.cachedStatement(sql: Self.proposals(scope, isFirst: position == nil)),
                arguments: StatementArguments(arguments))
            let proposals = try rows.compactMap { row in
                try LyricsVersionTable.version(row).map { version in
                    let artist = try String.fetchOne(
                        db.cachedStatement(sql: SQLiteLyricsStore.credit), arguments: [version.track.rawValue])
                    return LyricsProposal(version: version, title: row["track_title"], artist: artist)
                }
            }
            let open = try Int.fetchOne(db.cachedStatement(sql: Self.open(scope)), arguments: scope.arguments)
            return (
                list.page(proposals, limit: page.limit) {
                    [.integer($0.version.at.milliseconds), .text($0.version.id.rawValue)]
                }, open ?? 0
            )
        }
    }

    package func edit(
        _ decide: @escaping @Sendable (any LyricsWritingState) throws -> Changes<LyricsWrite>
    ) async throws {
        try await database.write(.administration) { db in
            let table = LyricsVersionTable(db)
            try decide(table).write(to: db, table.execute)
        }
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
