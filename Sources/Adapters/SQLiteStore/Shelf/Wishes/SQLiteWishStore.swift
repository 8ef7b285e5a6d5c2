package import Primitives
import GRDB
package import Journal
package import Shelf

/// Wishes in SQLite.
package struct SQLiteWishStore: WishStore, BlobUser {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func wishes(_ query: WishQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<Wish> {
        let list = KeysetList(name: query.list, columns: [query.sort == .title ? .text : .integer, .text])
        let position = try list.position(page.cursor)
        return try await database.read { db in
            let found = try WishReader(db, for: caller).page(query, after: position, limit: page.limit + 1)
            return list.page(found, limit: page.limit) {
                [Self.place(of: $0, by: query.sort), .text($0.id.rawValue)]
            }
        }
    }

    private static func place(of wish: Wish, by sort: WishQuery.Sort) -> Primitives.Cursor.Value {
        switch sort {
        case .backers: .integer(Int64(wish.backers))
        case .date: .integer(wish.createdAt.milliseconds)
        case .title: .text(WishRules.words(wish.title))
        }
    }

    package func wish(_ id: ID<Wish>, for caller: Principal) async throws -> Wish {
        try await database.read { try WishReader($0, for: caller).wish(id) }
    }

    package func create(
        _ draft: WishDraft, _ id: ID<Wish>, for caller: Principal, at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> WishOutcome {
        try await database.write(.shelf) { db in
            let outcome = try Self.add(draft, id, for: caller, at: instant, db)
            if case .made = outcome { try entry.append(to: db) }
            return outcome
        }
    }

    static func add(
        _ draft: WishDraft, _ id: ID<Wish>, for caller: Principal, at instant: Timestamp, _ db: Database
    ) throws -> WishOutcome {
        let reader = WishReader(db, for: caller)
        if let same = try reader.wish(title: draft.title, artist: draft.artist) { return .alreadyWished(same) }
        let open = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM wish WHERE account = ?", arguments: [caller.user.rawValue])
        guard open ?? 0 < WishRules.mostPerPerson else { throw DomainError.tooManyWishes }
        try db.execute(
            sql: """
                INSERT INTO wish (id, account, title, artist, note, title_words, artist_words, created_at, changed_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)
                """,
            arguments: [
                id.rawValue, caller.user.rawValue, draft.title, draft.artist, draft.note,
                WishRules.words(draft.title), WishRules.words(draft.artist), instant.milliseconds,
            ])
        try WishEvents.event(.made, id).append(to: db)
        return .made(try reader.wish(id))
    }

    package func edit(
        _ id: ID<Wish>, _ change: WishChange, for caller: Principal, at instant: Timestamp, journal entry: JournalEntry
    ) async throws {
        try await database.write(.shelf) { db in
            let reader = WishReader(db, for: caller)
            let wish = try reader.wish(id)
            guard wish.isOwn else { throw DomainError.notYourWish }
            let (title, artist) = (change.title ?? wish.title, change.artist ?? wish.artist)
            if let same = try reader.wish(title: title, artist: artist), same.id != id {
                throw DomainError.alreadyWished
            }
            // What may have been the other thing is not this one.
            let isOther = title != wish.title || artist != wish.artist
            try db.execute(
                sql: """
                    UPDATE wish SET title = :title, artist = :artist, note = :note, title_words = :titleWords,
                      artist_words = :artistWords, cover = iif(:setsCover, :cover, cover),
                      arrival = iif(:isOther, NULL, arrival), changed_at = max(changed_at, :at)
                    WHERE id = :id
                    """,
                arguments: [
                    "title": title, "artist": artist, "note": change.note ?? wish.note,
                    "titleWords": WishRules.words(title), "artistWords": WishRules.words(artist),
                    "setsCover": change.cover != nil, "cover": change.cover.flatMap { $0?.hex }, "isOther": isOther,
                    "at": instant.milliseconds, "id": id.rawValue,
                ])
            try entry.append(to: db)
            try WishEvents.event(.edited, id).append(to: db)
        }
    }

    package func remove(_ id: ID<Wish>, for caller: Principal, journal entry: JournalEntry) async throws {
        try await database.write(.shelf) { db in
            guard try WishReader(db, for: caller).wish(id).isOwn || caller.may(.moderate) else {
                throw DomainError.notYourWish
            }
            try db.execute(sql: "DELETE FROM wish WHERE id = ?", arguments: [id.rawValue])
            try entry.append(to: db)
            try WishEvents.event(.removed, id).append(to: db)
            try WishNotifications.takeBack(id, in: db)
        }
    }

    package func setBacking(
        to isBacked: Bool, of id: ID<Wish>, for caller: Principal, at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> Wish {
        try await database.write(.shelf) { db in
            let reader = WishReader(db, for: caller)
            let wish = try reader.wish(id)
            guard !wish.isOwn else { throw DomainError.ownWish }
            if isBacked {
                try db.execute(
                    sql: "INSERT INTO wish_backer (wish, account, backed_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                    arguments: [id.rawValue, caller.user.rawValue, instant.milliseconds])
            } else {
                try db.execute(
                    sql: "DELETE FROM wish_backer WHERE wish = ? AND account = ?",
                    arguments: [id.rawValue, caller.user.rawValue])
            }
            guard db.changesCount > 0 else { return wish }
            try entry.append(to: db)
            try WishEvents.event(isBacked ? .backed : .unbacked, id).append(to: db)
            let notices = WishNotifications(wish, db, at: instant)
            if isBacked { try notices.backed(by: caller.user) } else { try notices.unbacked(by: caller.user) }
            return try reader.wish(id)
        }
    }

    package func fulfil(
        _ id: ID<Wish>, _ fulfilment: WishFulfilment, _ item: ID<ShelfItem>, for caller: Principal,
        at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> ID<ShelfItem>? {
        try await database.write(.shelf) { db in
            let wish = try WishReader(db, for: caller).wish(id)
            try WishRules.checkFulfilment(of: wish, by: fulfilment.draft.content, as: caller)
            let writer = ShelfItemWriter(db, for: caller, at: instant)
            let saved = try writer.save(fulfilment, item, cover: wish.cover)
            try WishNotifications.takeBack(id, in: db)
            try entry.append(to: db)
            if case .entry = fulfilment.draft.content, try Self.passOn(id, db) {
                try WishEvents.event(.edited, id).append(to: db)
            } else {
                try WishNotifications(wish, db, at: instant).arrived(as: fulfilment.draft.subject, by: caller.user)
                try db.execute(sql: "DELETE FROM wish WHERE id = ?", arguments: [id.rawValue])
                try WishEvents.event(.fulfilled, id).append(to: db)
            }
            if saved != nil {
                try ShelfItemEvents.event(.items, folder: fulfilment.draft.folder, of: caller.user).append(to: db)
            }
            return saved
        }
    }

    /// Makes it the wish of whoever has backed it longest: what its maker heard elsewhere the others still want. False where nobody backs it.
    private static func passOn(_ id: ID<Wish>, _ db: Database) throws -> Bool {
        let heir = try String.fetchOne(
            db, sql: "SELECT account FROM wish_backer WHERE wish = ? ORDER BY backed_at, account LIMIT 1",
            arguments: [id.rawValue])
        guard let heir else { return false }
        try db.execute(
            sql: "DELETE FROM wish_backer WHERE wish = ? AND account = ?", arguments: [id.rawValue, heir])
        try db.execute(sql: "UPDATE wish SET account = ? WHERE id = ?", arguments: [heir, id.rawValue])
        return true
    }

    /// Pictures are kept by their wishes alone.
    package func release(unusedSince instant: Timestamp) async throws {}

    package func blobsInUse() async throws -> Set<BlobKey> {
        try await database.read { db in
            let keys = try String.fetchAll(db, sql: "SELECT cover FROM wish WHERE cover IS NOT NULL")
            return Set(keys.compactMap(BlobKey.init(hex:)))
        }
    }
}
