import GRDB
package import Journal
package import Primitives
package import Shelf

extension SQLiteShelfStore {
    package func items(_ query: ShelfQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<ShelfItem>
    {
        let isByTitle = query.sort == .title
        let list = KeysetList(name: query.list, columns: [isByTitle ? .text : .integer, .text])
        let position = try list.position(page.cursor)
        return try await database.read { db in
            let found = try ShelfItemReader(db, for: caller).page(query, after: position, limit: page.limit + 1)
            return list.page(found, limit: page.limit) { item, key in
                [
                    isByTitle
                        ? .text(String.fromDatabaseValue(key) ?? "") : .integer(Int64.fromDatabaseValue(key) ?? 0),
                    .text(item.id.rawValue),
                ]
            }.map(\.item)
        }
    }

    package func item(_ id: ID<ShelfItem>, for caller: Principal) async throws -> ShelfItem {
        try await database.read { try ShelfItemReader($0, for: caller).item(id) }
    }

    package func statistics(for caller: Principal) async throws -> ShelfStatistics {
        try await database.read { try ShelfStatisticsReader($0, for: caller).statistics() }
    }

    package func add(
        _ draft: ShelfItemDraft, _ id: ID<ShelfItem>, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws {
        try await database.write(.shelf) { db in
            try ShelfItemWriter(db, for: caller, at: instant).add(draft, id)
            try entry.append(to: db)
            try ShelfItemEvents.event(.items, folder: draft.folder, of: caller.user).append(to: db)
        }
    }

    package func edit(
        _ id: ID<ShelfItem>, _ change: ShelfItemChange, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws {
        try await database.write(.shelf) { db in
            try ShelfItemWriter(db, for: caller, at: instant).edit(id, change)
            try entry.append(to: db)
            try ShelfItemEvents.event(.items, of: caller.user).append(to: db)
        }
    }

    package func put(
        _ placement: ShelfPlacement, for caller: Principal, at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> ShelfPlacement.Outcome {
        try await database.write(.shelf) { db in
            let outcome = try ShelfItemWriter(db, for: caller, at: instant).put(placement)
            guard outcome.added + outcome.moved > 0 else { return outcome }
            try entry.append(to: db)
            try ShelfItemEvents.event(.items, folder: placement.folder, of: caller.user).append(to: db)
            return outcome
        }
    }

    package func remove(
        _ items: [ID<ShelfItem>], for caller: Principal, journal entry: JournalEntry
    ) async throws -> Int {
        try await database.write(.shelf) { db in
            let held = try ShelfItemReader(db, for: caller).items(items)
            guard !held.isEmpty else { return 0 }
            try db.execute(
                sql: "DELETE FROM shelf_item WHERE id IN (SELECT value FROM json_each(?))",
                arguments: [JSONList(held.map(\.id.rawValue))])
            try entry.append(to: db)
            try ShelfItemEvents.event(.items, of: caller.user).append(to: db)
            return held.count
        }
    }

    package func link(
        _ id: ID<ShelfItem>, to subject: AnnotationSubject, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws {
        try await database.write(.shelf) { db in
            try ShelfItemWriter(db, for: caller, at: instant).link(id, to: subject)
            try entry.append(to: db)
            try ShelfItemEvents.event(.items, of: caller.user).append(to: db)
        }
    }
}
