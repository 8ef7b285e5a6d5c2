package import Catalog
import GRDB
package import Journal
package import Primitives
package import Shelf

/// Moments in SQLite.
package struct SQLiteMomentStore: MomentStore {
    private static let list = KeysetList(name: "moments.position", columns: [.integer, .text])

    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any MomentState) throws -> (Changes<MomentWrite>?, Outcome)
    ) async throws -> Outcome {
        try await database.write(.shelf) { db in
            let moments = MomentTable(db)
            let (changes, outcome) = try decide(moments)
            try changes?.write(to: db, moments.execute)
            return outcome
        }
    }

    package func moments(
        of track: ID<Track>, for reader: Principal, _ page: PageRequest
    ) async throws -> Page<Moment>? {
        let after = try Self.list.position(page.cursor)
        return try await database.read { db in
            guard try MomentTable(db).track(track, in: reader.libraries) != nil else { return nil }
            let position = after ?? [(-1).databaseValue, "".databaseValue]
            let found = try MomentRows(db: db, reader: reader).page(
                of: track, after: position, limit: page.limit + 1)
            return Self.list.page(found, limit: page.limit) {
                [.integer($0.pinnedMilliseconds), .text($0.id.rawValue)]
            }
        }
    }

    package func moment(_ id: ID<Moment>, for reader: Principal) async throws -> Moment? {
        try await database.read { try MomentRows(db: $0, reader: reader).moment(id) }
    }
}
