import Catalog
import GRDB
import Primitives
import Shelf

/// The statements that write folders and items.
extension ShelfTable {
    func execute(_ write: ShelfWrite) throws {
        switch write {
        case .addFolder(let id, let draft, let person, let instant):
            try db.run(
                """
                INSERT INTO shelf_folder (id, account, name, name_key, name_folded, icon, created_at, changed_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
                """,
                [
                    id, person, draft.name, FoldedText.sortKey(draft.name), FoldedText.fold(draft.name),
                    draft.icon.rawValue, instant,
                ])
        case .editFolder(let id, let change, let instant): try edit(id, change, at: instant)
        case .removeFolders(let ids):
            // The foreign key removes the folders from their items.
            try db.run("DELETE FROM shelf_folder WHERE id IN (SELECT value FROM json_each(?))", [JSONList(ids)])
        case .addItem(let id, let origin, let values, let person, let instant):
            try db.run(
                Self.insertion,
                Self.arguments(id, values, at: instant) + Self.arguments(origin) + [
                    "account": person, "outside": origin.outside,
                ])
        case .linkItem(let id, let origin, let values, let instant):
            try db.run(Self.linking, Self.arguments(id, values, at: instant) + Self.arguments(origin))
        case .editItem(let id, let title, let values, let instant):
            try db.run(
                Self.editing,
                Self.arguments(id, values, at: instant) + [
                    "title": title?.text, "key": title?.key, "search": title?.words,
                ])
        case .moveItems(let ids, let folder, let instant):
            try db.run(
                """
                UPDATE shelf_item SET folder = ?, changed_at = max(changed_at, ?)
                WHERE id IN (SELECT value FROM json_each(?))
                """, [folder, instant, JSONList(ids)])
        case .removeItems(let ids):
            try db.run("DELETE FROM shelf_item WHERE id IN (SELECT value FROM json_each(?))", [JSONList(ids)])
        case .rate(let subject, let rating, let person, let instant): try rate(subject, rating, by: person, at: instant)
        }
    }

    private func edit(_ id: ID<ShelfFolder>, _ change: FolderChange, at instant: Timestamp) throws {
        try db.run(
            """
            UPDATE shelf_folder SET name = coalesce(:name, name), name_key = coalesce(:key, name_key),
              name_folded = coalesce(:folded, name_folded), icon = coalesce(:icon, icon),
              image = iif(:setsImage, :image, image), changed_at = max(changed_at, :at)
            WHERE id = :id
            """,
            [
                "name": change.name, "key": change.name.map { FoldedText.sortKey($0) },
                "folded": change.name.map { FoldedText.fold($0) }, "icon": change.icon?.rawValue,
                "setsImage": change.image != nil, "image": change.image.flatMap { $0?.hex }, "at": instant, "id": id,
            ])
    }

    private func rate(
        _ subject: AnnotationSubject, _ rating: Rating?, by person: ID<Person>, at instant: Timestamp
    ) throws {
        let kind = subject.kind.rawValue
        if let rating {
            try db.run(
                """
                INSERT INTO \(kind)_rating (account, \(kind), rating, rated_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (account, \(kind)) DO UPDATE SET rating = excluded.rating, rated_at = excluded.rated_at
                """, [person, subject.id, rating.halves, instant])
        } else {
            try db.run(AnnotationSQL.of(subject.kind).unrate, [person, subject.id])
        }
        try AnnotationTable(db).publishRating(of: subject, by: person)
    }

    private static func arguments(
        _ id: ID<ShelfItem>, _ values: ShelfItemValues, at instant: Timestamp
    ) -> StatementArguments {
        [
            "id": id, "folder": values.folder, "artist": values.artist, "genre": values.genre,
            "duration": values.durationMilliseconds, "comment": values.comment, "further": values.words,
            "cover": values.cover?.hex, "rating": values.rating?.halves ?? 0, "at": instant,
        ]
    }

    private static func arguments(_ origin: ShelfOrigin) -> StatementArguments {
        var (track, album): (String?, String?) = (nil, nil)
        switch origin.source {
        case .entry: break
        case .track(let id): track = id.rawValue
        case .album(let id): album = id.rawValue
        }
        return [
            "track": track, "album": album, "library": origin.part, "title": origin.title.text,
            "key": origin.title.key, "search": origin.title.words,
        ]
    }

    private static let insertion = """
        INSERT INTO shelf_item (id, account, folder, track, album, library, title, title_key, title_search, artist, genre,
          duration_ms, comment, further_search, cover, rating, outside, added_at, changed_at)
        VALUES (:id, :account, :folder, :track, :album, :library, :title, :key, :search, :artist, :genre,
          :duration, :comment, :further, :cover, :rating, :outside, :at, :at)
        """
    private static let linking = """
        UPDATE shelf_item SET track = :track, album = :album, library = :library, title = :title, title_key = :key,
          title_search = :search, \(values)
        WHERE id = :id
        """
    private static let editing = """
        UPDATE shelf_item SET title = coalesce(:title, title), title_key = coalesce(:key, title_key),
          title_search = coalesce(:search, title_search), \(values)
        WHERE id = :id
        """
    private static let values = """
        folder = :folder, artist = :artist, genre = :genre, duration_ms = :duration, comment = :comment,
          further_search = :further, cover = :cover, rating = :rating, changed_at = max(changed_at, :at)
        """
}
