import Catalog
import GRDB
import Primitives
import Shelf

/// Adds items to a user's shelf and changes them, within a transaction.
struct ShelfItemWriter {
    /// The catalog's data of a track or album that is added to a shelf.
    private struct Facts {
        let library: String
        let title: String
        let key: String
        let search: String
        let artist: String
        var rating: Int
    }

    private let db: Database
    private let caller: Principal
    private let instant: Timestamp

    init(_ db: Database, for caller: Principal, at instant: Timestamp) {
        self.db = db
        self.caller = caller
        self.instant = instant
    }

    /// See `ShelfStore.add`.
    func add(_ draft: ShelfItemDraft, _ id: ID<ShelfItem>) throws {
        try checkFolder(draft.folder)
        switch draft.content {
        case .entry(let description): try insert(description, draft, id)
        case .track(let track): try insert(.track(track), draft, id)
        case .album(let album): try insert(.album(album), draft, id)
        }
        try checkRoom()
    }

    /// The item on the user's shelf for this track or album.
    func holder(of subject: AnnotationSubject) throws -> ID<ShelfItem>? {
        try String.fetchOne(
            db.cachedStatement(
                sql: "SELECT id FROM shelf_item WHERE \(subject.kind.rawValue) = ? AND account = ?"),
            arguments: [subject.id, caller.user.rawValue]
        ).map { ID($0) }
    }

    /// Throws `invalid` if the caller does not see the subject.
    func check(_ subject: AnnotationSubject) throws {
        _ = try facts(of: subject)
    }

    private func insert(_ description: ShelfDescription, _ draft: ShelfItemDraft, _ id: ID<ShelfItem>) throws {
        try db.cachedStatement(sql: Self.insertion)
            .execute(arguments: [
                "id": id.rawValue, "account": caller.user.rawValue, "folder": draft.folder?.rawValue, "track": nil,
                "album": nil, "library": nil, "title": description.title,
                "key": FoldedText.sortKey(description.title), "search": SearchText.words(description.title),
                "artist": description.artist, "genre": description.genre,
                "duration": description.durationMilliseconds, "comment": draft.comment,
                "further": SearchText.words("\(description.artist) \(description.genre) \(draft.comment)"),
                "rating": draft.rating?.halves ?? 0, "at": instant.milliseconds,
            ])
    }

    private func insert(_ subject: AnnotationSubject, _ draft: ShelfItemDraft, _ id: ID<ShelfItem>) throws {
        var facts = try facts(of: subject)
        guard try holder(of: subject) == nil else { throw DomainError.alreadyOnShelf }
        if let rating = draft.rating {
            try rate(subject, rating)
            facts.rating = rating.halves
        }
        try db.cachedStatement(sql: Self.insertion)
            .execute(arguments: [
                "id": id.rawValue, "account": caller.user.rawValue, "folder": draft.folder?.rawValue,
                "track": subject.kind == .track ? subject.id : nil,
                "album": subject.kind == .album ? subject.id : nil, "library": facts.library, "title": facts.title,
                "key": facts.key, "search": facts.search, "artist": facts.artist, "genre": "", "duration": nil,
                "comment": draft.comment, "further": SearchText.words("\(facts.artist) \(draft.comment)"),
                "rating": facts.rating, "at": instant.milliseconds,
            ])
    }

    /// See `ShelfStore.put`.
    func put(_ placement: ShelfPlacement) throws -> ShelfPlacement.Outcome {
        try checkFolder(placement.folder)
        var (added, moved) = (0, 0)
        let visible = try ShelfItemReader(db, for: caller).items(placement.items)
        guard visible.count == Set(placement.items).count else {
            throw DomainError.invalid("itemIds holds an item that is not known", field: "itemIds")
        }
        for item in visible { moved += try move(item.id, to: placement.folder) ? 1 : 0 }
        for subject in placement.tracks.map(AnnotationSubject.track) + placement.albums.map(AnnotationSubject.album) {
            _ = try facts(of: subject)
            if let item = try holder(of: subject) {
                moved += try move(item, to: placement.folder) ? 1 : 0
            } else {
                let content: ShelfItemDraft.Content =
                    switch subject {
                    case .album(let id): .album(id)
                    case .track(let id): .track(id)
                    case .artist: throw DomainError.invalid("An artist is not put on a shelf", field: "kind")
                    }
                let draft = try ShelfItemDraft(content, folder: placement.folder)
                try insert(subject, draft, .make(at: instant))
                added += 1
            }
        }
        if added > 0 { try checkRoom() }
        return ShelfPlacement.Outcome(added: added, moved: moved)
    }

    private func move(_ item: ID<ShelfItem>, to folder: ID<ShelfFolder>?) throws -> Bool {
        try db.cachedStatement(
            sql: "UPDATE shelf_item SET folder = ?, changed_at = max(changed_at, ?) WHERE id = ? AND folder IS NOT ?"
        ).execute(arguments: [folder?.rawValue, instant.milliseconds, item.rawValue, folder?.rawValue])
        return db.changesCount > 0
    }

    /// See `ShelfStore.edit`.
    func edit(_ id: ID<ShelfItem>, _ change: ShelfItemChange) throws {
        let item = try ShelfItemReader(db, for: caller).item(id)
        if let folder = change.folder { try checkFolder(folder) }
        let (title, artist, genre) = (
            change.title ?? item.title, change.artist ?? item.artist, change.genre ?? item.genre
        )
        let comment = change.comment ?? item.comment
        var rating = change.rating ?? item.rating
        if let subject = item.source.subject {
            if let field = change.describedField { throw DomainError.libraryField(field) }
            if let wanted = change.rating {
                try rate(subject, wanted)
                rating = wanted
            }
        }
        try db.execute(
            sql: """
                UPDATE shelf_item SET folder = :folder, title = :title, title_key = iif(:described, :key, title_key),
                  title_search = iif(:described, :search, title_search), artist = :artist, genre = :genre,
                  duration_ms = :duration, comment = :comment, further_search = :further, rating = :rating,
                  cover = iif(:setsCover, :cover, cover), changed_at = max(changed_at, :at)
                WHERE id = :id
                """,
            arguments: [
                "folder": (change.folder ?? item.folder)?.rawValue, "title": title,
                "described": item.source == .entry, "key": FoldedText.sortKey(title),
                "search": SearchText.words(title), "artist": artist, "genre": genre,
                "duration": change.durationMilliseconds ?? item.durationMilliseconds, "comment": comment,
                "further": SearchText.words("\(artist) \(genre) \(comment)"), "rating": rating?.halves ?? 0,
                "setsCover": change.cover != nil, "cover": change.cover.flatMap { $0?.hex },
                "at": instant.milliseconds, "id": id.rawValue,
            ])
    }

    /// See `ShelfStore.link`.
    func link(_ id: ID<ShelfItem>, to subject: AnnotationSubject) throws {
        let item = try ShelfItemReader(db, for: caller).item(id)
        guard item.source == .entry else { throw DomainError.alreadyLinked }
        var facts = try facts(of: subject)
        guard try holder(of: subject) == nil else { throw DomainError.alreadyOnShelf }
        if let rating = item.rating, facts.rating == 0 {
            try rate(subject, rating)
            facts.rating = rating.halves
        }
        try db.execute(
            sql: """
                UPDATE shelf_item SET track = :track, album = :album, library = :library, title = :title, title_key = :key,
                  title_search = :search, artist = :artist, genre = '', duration_ms = NULL, cover = NULL,
                  further_search = :further, rating = :rating, changed_at = max(changed_at, :at)
                WHERE id = :id
                """,
            arguments: [
                "track": subject.kind == .track ? subject.id : nil,
                "album": subject.kind == .album ? subject.id : nil, "library": facts.library, "title": facts.title,
                "key": facts.key, "search": facts.search, "artist": facts.artist,
                "further": SearchText.words("\(facts.artist) \(item.comment)"), "rating": facts.rating,
                "at": instant.milliseconds, "id": id.rawValue,
            ])
    }

    /// Throws `invalid` if the caller does not see the subject, and for an artist.
    private func facts(of subject: AnnotationSubject) throws -> Facts {
        let row: Row?
        switch subject.kind {
        case .track, .album:
            row = try Row.fetchOne(
                db.cachedStatement(sql: subject.kind == .track ? Self.track : Self.album),
                arguments: [caller.user.rawValue, subject.id])
        case .artist: row = nil
        }
        guard let row, caller.libraries.admits(library: row["library"] as String) else {
            throw DomainError.invalid(
                "There is no such \(subject.kind.rawValue)", field: "\(subject.kind.rawValue)Id",
                reason: "\(subject.kind.rawValue)_not_found")
        }
        return Facts(
            library: row["library"], title: row["title"], key: row["key"], search: row["search"],
            artist: row["artist"] ?? "", rating: row["rating"] ?? 0)
    }

    /// Sets the rating; nil removes it and the review.
    private func rate(_ subject: AnnotationSubject, _ rating: Rating?) throws {
        let table = AnnotationTable.of(subject.kind)
        guard let rating else {
            try db.cachedStatement(sql: table.unrate).execute(arguments: [caller.user.rawValue, subject.id])
            if db.changesCount > 0 { try SQLiteAnnotationStore.publishRating(of: subject, by: caller.user, db) }
            return
        }
        let stored = try Row.fetchOne(
            db.cachedStatement(sql: table.stored), arguments: [caller.user.rawValue, subject.id])
        if let stored, stored["rating"] == rating.halves { return }
        try db.cachedStatement(sql: table.rate)
            .execute(arguments: [
                caller.user.rawValue, subject.id, rating.halves, stored?["review"] as String?, instant.milliseconds,
            ])
        try SQLiteAnnotationStore.publishRating(of: subject, by: caller.user, db)
    }

    private func checkFolder(_ folder: ID<ShelfFolder>?) throws {
        guard let folder else { return }
        let isThere = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM shelf_folder WHERE id = ? AND account = ?"),
            arguments: [folder.rawValue, caller.user.rawValue])
        guard isThere != nil else { throw DomainError.unknownFolder }
    }

    private func checkRoom() throws {
        let count = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT count(*) FROM shelf_item WHERE account = ?"),
            arguments: [caller.user.rawValue])
        guard count ?? 0 <= ShelfRules.mostItems else { throw DomainError.shelfFull }
    }

    private static let insertion = """
        INSERT INTO shelf_item (id, account, folder, track, album, library, title, title_key, title_search, artist, genre,
          duration_ms, comment, further_search, rating, added_at, changed_at)
        VALUES (:id, :account, :folder, :track, :album, :library, :title, :key, :search, :artist, :genre,
          :duration, :comment, :further, :rating, :at, :at)
        """
    private static let track = """
        SELECT t.part AS library, t.title, t.title_key AS key, t.search_title AS search,
          (SELECT group_concat(a.name, ', ') FROM track_artist ta JOIN artist a ON a.id = ta.artist
            WHERE ta.track = t.id AND ta.role = 'performer') AS artist,
          (SELECT r.rating FROM track_rating r WHERE r.account = ?1 AND r.track = t.id) AS rating
        FROM track t WHERE t.id = ?2
        """
    private static let album = """
        SELECT b.part AS library, b.name AS title, b.name_key AS key, b.search_name AS search,
          (SELECT group_concat(a.name, ', ') FROM album_artist aa JOIN artist a ON a.id = aa.artist
            WHERE aa.album = b.id) AS artist,
          (SELECT r.rating FROM album_rating r WHERE r.account = ?1 AND r.album = b.id) AS rating
        FROM album b WHERE b.id = ?2
        """
}

extension ShelfItemWriter {
    /// Saves the item that fulfills a wish: see `WishWrite.saveItem`.
    func save(_ fulfilment: WishFulfilment, _ item: ID<ShelfItem>, cover: BlobKey?) throws {
        let draft = fulfilment.draft
        let subject: AnnotationSubject
        switch draft.content {
        case .entry:
            try add(draft, item)
            if let cover { try edit(item, ShelfItemChange(cover: .some(cover))) }
            return
        case .track(let id): subject = .track(id)
        case .album(let id): subject = .album(id)
        }
        try check(subject)
        guard fulfilment.isShelved else { return }
        guard let existing = try holder(of: subject) else {
            try add(draft, item)
            return
        }
        try edit(
            existing,
            ShelfItemChange(
                comment: draft.comment.isEmpty ? nil : draft.comment, rating: draft.rating.map { .some($0) },
                folder: draft.folder.map { .some($0) }))
    }
}
