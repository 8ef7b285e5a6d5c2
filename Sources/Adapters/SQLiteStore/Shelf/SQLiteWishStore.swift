import Catalog
import GRDB
package import Journal
import Messaging
package import Primitives
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
            // An earlier match of the old title or artist does not count for the new one.
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
            let notifications = WishNotifications(wish, db, at: instant)
            if isBacked {
                try notifications.backed(by: caller.user)
            } else {
                try notifications.unbacked(by: caller.user)
            }
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
            if case .entry = fulfilment.draft.content, try Self.transferToBacker(id, db) {
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

    /// Makes the longest backer the wish's owner: when its maker's wish is fulfilled, the others may still want it.
    /// Returns false if it has no backers.
    private static func transferToBacker(_ id: ID<Wish>, _ db: Database) throws -> Bool {
        let successor = try String.fetchOne(
            db, sql: "SELECT account FROM wish_backer WHERE wish = ? ORDER BY backed_at, account LIMIT 1",
            arguments: [id.rawValue])
        guard let successor else { return false }
        try db.execute(
            sql: "DELETE FROM wish_backer WHERE wish = ? AND account = ?", arguments: [id.rawValue, successor])
        try db.execute(sql: "UPDATE wish SET account = ? WHERE id = ?", arguments: [successor, id.rawValue])
        return true
    }

    /// Does nothing: pictures are only retained by their wishes.
    package func release(unusedSince instant: Timestamp) async throws {}

    package func blobsInUse() async throws -> Set<BlobKey> {
        try await database.read { db in
            let keys = try String.fetchAll(db, sql: "SELECT cover FROM wish WHERE cover IS NOT NULL")
            return Set(keys.compactMap(BlobKey.init(hex:)))
        }
    }
}

/// Notices which of the tracks that a scan adds fulfill a wish.
final class WishArrivals {
    private let db: Database
    private let library: String
    private let at: Timestamp
    /// Checked once for each batch: most servers have few wishes, and scans add many tracks.
    private lazy var areThere: Result<Bool, any Error> = Result {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM wish)") ?? false
    }

    init(_ db: Database, library: String, at: Timestamp) {
        self.db = db
        self.library = library
        self.at = at
    }

    /// Finds a wish, of a user who may hear the track, that has its title and one of its artists.
    func note(_ track: ID<Track>, title: String, artists: @autoclosure () -> [String]) throws {
        guard try areThere.get() else { return }
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: Self.wishes), arguments: [WishRules.words(title), library])
        guard !rows.isEmpty else { return }
        let artists = Set(artists().map(WishRules.words))
        let part = try String.fetchOne(
            db.cachedStatement(sql: "SELECT part FROM track WHERE id = ?"), arguments: [track.rawValue])
        let isExplicit = part.map { $0 != library } ?? false
        for row in rows where Self.isNamed(row["artist_words"], among: artists) {
            // The clean version may still come.
            if isExplicit, row["hears_explicit"] == false { continue }
            let id = ID<Wish>(row["id"])
            try db.cachedStatement(sql: "UPDATE wish SET arrival = ? WHERE id = ?")
                .execute(arguments: [track.rawValue, id.rawValue])
            try WishEvents.event(.found, id).append(to: db)
            try NotificationDraft(
                to: ID(row["account"]), .wishFound, by: nil, about: NotificationSubject(.track, track),
                title: row["title"], library: part ?? library, topic: "found:\(id):\(track)"
            ).deliver(in: db, at: at)
        }
    }

    /// Whether one of the artists is meant, even if the wish says "A and B" or the file "B feat. A".
    private static func isNamed(_ wanted: String, among artists: Set<String>) -> Bool {
        artists.contains { artist in
            !artist.isEmpty
                && (" \(wanted) ".contains(" \(artist) ") || " \(artist) ".contains(" \(wanted) "))
        }
    }

    /// Open wishes without a match.
    static let wishes = """
        SELECT w.id, w.account, w.title, w.artist_words, a.hears_explicit FROM wish w CROSS JOIN account a ON a.id = w.account
        WHERE w.title_words = ?1 AND w.artist_words <> '' AND w.arrival IS NULL AND a.disabled = 0
          AND (a.all_libraries = 1
            OR EXISTS (SELECT 1 FROM account_library l WHERE l.account = a.id AND l.library = ?2))
        """
}
