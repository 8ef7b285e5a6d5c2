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
        _ decide: @escaping Decision<any MomentState, MomentWrite, Outcome>
    ) async throws -> Outcome {
        try await database.edit(.shelf, MomentTable.self, decide)
    }

    package func moments(
        of track: ID<Track>, for reader: MomentReader, _ page: PageRequest
    ) async throws -> Page<Moment>? {
        let part = try Self.list.part(page)
        return try await database.read { db in
            guard try MomentTable(db).track(track, in: reader.libraries) != nil else { return nil }
            return try MomentRows(db: db, reader: reader).page(of: track, part)
        }
    }

    package func moment(_ id: ID<Moment>, for reader: MomentReader) async throws -> Moment? {
        try await database.read { try MomentRows(db: $0, reader: reader).moment(id) }
    }
}
