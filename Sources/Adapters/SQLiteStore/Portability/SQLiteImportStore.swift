import GRDB
package import Journal
import Listening
package import Portability
package import Primitives
import Shelf

/// Writes a user's imported data.
package struct SQLiteImportStore: ImportStore {
    /// Rolls back the transaction of a trial.
    private struct Trial: Error {
        let outcomes: [ImportOutcome]
    }

    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func take(
        _ items: [ImportItem], from source: ImportSource, for caller: Principal, isTrial: Bool, at instant: Timestamp
    ) async throws -> [ImportOutcome] {
        do {
            return try await database.write(.listening) { db in
                let writer = try ImportWriter(db, for: caller, from: source, isTrial: isTrial, at: instant)
                let outcomes = try items.map { try writer.take($0) }
                if isTrial { throw Trial(outcomes: outcomes) }
                return outcomes
            }
        } catch let trial as Trial {
            return trial.outcomes
        }
    }

    package func store(
        _ picture: BlobKey, of subject: ImportedPicture.Subject, for caller: Principal, at instant: Timestamp
    ) async throws -> Bool {
        try await database.write(.listening) { db in
            try ImportWriter(db, for: caller, from: .rondo, isTrial: false, at: instant).store(picture, of: subject)
        }
    }

    package func finish(_ entry: JournalEntry, of user: ID<Person>) async throws {
        try await database.write(.shelf) { db in
            try entry.append(to: db)
            let changed = [
                LoggedListeningEvents.history(of: user), ShelfItemEvents.event(.folders, of: user),
                PlaylistFolderEvents.changed(of: user),
            ]
            for event in changed + AnnotationEvents.many(of: user) { try event.append(to: db) }
            if try SharedActivity(db).isShared(by: user) { try SharedActivity(db).publishToEverybody() }
        }
    }
}
