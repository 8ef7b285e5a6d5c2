import GRDB
package import Journal
package import Primitives
package import Shelf

/// Shelves and their folders in SQLite.
package struct SQLiteShelfStore: ShelfStore, BlobUser {
    private static let folders = KeysetList(name: "shelf.folders", columns: [.text, .text])
    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func folders(
        for caller: Principal, _ page: PageRequest
    ) async throws -> (Page<ShelfFolder>, ShelfCount) {
        let position = try Self.folders.position(page.cursor)
        return try await database.read { db in
            let reader = FolderShelfReader(db, for: caller)
            let found = try reader.page(after: position, limit: page.limit + 1)
            let folders = Self.folders.page(found, limit: page.limit) {
                [.text($0.key), .text($0.folder.id.rawValue)]
            }
            return (folders.map(\.folder), try reader.count())
        }
    }

    package func folder(_ id: ID<ShelfFolder>, for caller: Principal) async throws -> ShelfFolder {
        try await database.read { try FolderShelfReader($0, for: caller).folder(id) }
    }

    package func create(
        _ draft: FolderDraft, _ id: ID<ShelfFolder>, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws {
        try await database.write(.shelf) { db in
            try Self.add(draft, id, for: caller, at: instant, db)
            try entry.append(to: db)
            try ShelfItemEvents.event(.folders, folder: id, of: caller.user).append(to: db)
        }
    }

    static func add(
        _ draft: FolderDraft, _ id: ID<ShelfFolder>, for caller: Principal, at instant: Timestamp, _ db: Database
    ) throws {
        let count = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM shelf_folder WHERE account = ?", arguments: [caller.user.rawValue])
        guard count ?? 0 < ShelfRules.mostFolders else { throw DomainError.tooManyFolders }
        try checkName(draft.name, of: nil, caller, db)
        try db.execute(
            sql: """
                INSERT INTO shelf_folder (id, account, name, name_key, name_folded, icon, created_at, changed_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
                """,
            arguments: [
                id.rawValue, caller.user.rawValue, draft.name, FoldedText.sortKey(draft.name),
                FoldedText.fold(draft.name), draft.icon.rawValue, instant.milliseconds,
            ])
    }

    package func edit(
        _ id: ID<ShelfFolder>, _ change: FolderChange, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws {
        try await database.write(.shelf) { db in
            _ = try FolderShelfReader(db, for: caller).folder(id)
            if let name = change.name { try Self.checkName(name, of: id, caller, db) }
            try db.execute(
                sql: """
                    UPDATE shelf_folder SET name = coalesce(:name, name), name_key = coalesce(:key, name_key),
                      name_folded = coalesce(:folded, name_folded), icon = coalesce(:icon, icon),
                      image = iif(:setsImage, :image, image), changed_at = max(changed_at, :at)
                    WHERE id = :id
                    """,
                arguments: [
                    "name": change.name, "key": change.name.map { FoldedText.sortKey($0) },
                    "folded": change.name.map { FoldedText.fold($0) }, "icon": change.icon?.rawValue,
                    "setsImage": change.image != nil, "image": change.image.flatMap { $0?.hex },
                    "at": instant.milliseconds, "id": id.rawValue,
                ])
            try entry.append(to: db)
            try ShelfItemEvents.event(.folders, folder: id, of: caller.user).append(to: db)
        }
    }

    /// - Parameter folder: the folder that may have this name already.
    private static func checkName(
        _ name: String, of folder: ID<ShelfFolder>?, _ caller: Principal, _ db: Database
    ) throws {
        let holder = try String.fetchOne(
            db, sql: "SELECT id FROM shelf_folder WHERE account = ? AND name_folded = ?",
            arguments: [caller.user.rawValue, FoldedText.fold(name)])
        guard holder == nil || holder == folder?.rawValue else { throw DomainError.folderExists }
    }

    package func delete(
        _ folders: [ID<ShelfFolder>], for caller: Principal,
        journal: @escaping @Sendable (ID<ShelfFolder>) -> JournalEntry
    ) async throws -> Int {
        try await database.write(.shelf) { db in
            var deleted = 0
            for id in Set(folders).sorted(by: { $0.rawValue < $1.rawValue }) {
                // The foreign key removes the folder from its items.
                try db.execute(
                    sql: "DELETE FROM shelf_folder WHERE id = ? AND account = ?",
                    arguments: [id.rawValue, caller.user.rawValue])
                guard db.changesCount > 0 else { continue }
                deleted += 1
                try journal(id).append(to: db)
                try ShelfItemEvents.event(.folders, folder: id, of: caller.user).append(to: db)
            }
            return deleted
        }
    }

    /// Does nothing: pictures are only retained by their folders and items.
    package func release(unusedSince instant: Timestamp) async throws {}

    package func blobsInUse() async throws -> Set<BlobKey> {
        try await database.read { db in
            let keys = try String.fetchAll(
                db,
                sql: """
                    SELECT image FROM shelf_folder WHERE image IS NOT NULL
                    UNION SELECT cover FROM shelf_item WHERE cover IS NOT NULL
                    """)
            return Set(keys.compactMap(BlobKey.init(hex:)))
        }
    }
}

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
            let visible = try ShelfItemReader(db, for: caller).items(items)
            guard !visible.isEmpty else { return 0 }
            try db.execute(
                sql: "DELETE FROM shelf_item WHERE id IN (SELECT value FROM json_each(?))",
                arguments: [JSONList(visible.map(\.id.rawValue))])
            try entry.append(to: db)
            try ShelfItemEvents.event(.items, of: caller.user).append(to: db)
            return visible.count
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
