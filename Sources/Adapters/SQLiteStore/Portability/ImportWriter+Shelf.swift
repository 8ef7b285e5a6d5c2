import Accounts
import Catalog
import GRDB
import Listening
import Portability
import Primitives
import Shelf

/// Imports shelf folders and items, wishes, the queue and settings.
extension ImportWriter {
    /// Adds a folder with its id. A folder of the same name counts as that folder, whatever its id.
    func folder(_ id: String, _ name: String, _ icon: String, _ at: Timestamp) throws -> ImportOutcome {
        guard let draft = try? FolderDraft(name: name, icon: FolderIcon(rawValue: icon) ?? .folder) else {
            return .unmatched
        }
        if let outcome = ImportRules.outcome(ofIDOf: try owner(of: id, in: "shelf_folder"), for: user) {
            return outcome
        }
        guard try folder(named: draft.name) == nil else { return .present }
        do {
            let shelf = ShelfTable(db)
            let writes = try ShelfDecisions(for: caller, at: past(at), shelf).add(draft, ID(id))
            for write in writes { try shelf.execute(write) }
            return .added
        } catch is DomainError { return .unmatched }
    }

    /// Adds an item with its id. An item whose folder was not imported is in no folder.
    func shelfItem(_ item: ImportedItem) throws -> ImportOutcome {
        if let outcome = ImportRules.outcome(ofIDOf: try owner(of: item.id, in: "shelf_item"), for: user) {
            return outcome
        }
        let content: ShelfItemDraft.Content
        switch item.content {
        case .track(let named):
            guard let track = try track(named) else { return .unmatched }
            content = .track(track)
        case .album:
            guard let album = try names.album(item.title, by: item.artist) else { return .unmatched }
            content = .album(ID(album))
        case .entry(let genre, let duration):
            let description = try? ShelfDescription(
                title: item.title, artist: item.artist, genre: genre, durationMilliseconds: duration)
            guard let description else { return .unmatched }
            content = .entry(description)
        }
        var rating: Rating?
        if case .entry = content { rating = item.halfStars.flatMap { Rating(halves: $0) } }
        let shelf = ShelfTable(db)
        do {
            let draft = try ShelfItemDraft(content, comment: item.comment, rating: rating, folder: try folder(of: item))
            if let subject = draft.subject, try shelf.place(of: subject, of: user) != nil { return .present }
            let writes = try ShelfDecisions(for: caller, at: past(item.at), shelf).add(draft, ID(item.id))
            for write in writes { try shelf.execute(write) }
            return .added
        } catch is DomainError { return .unmatched }
    }

    private func folder(of item: ImportedItem) throws -> ID<ShelfFolder>? {
        guard let folder = item.folder else { return nil }
        if try owner(of: folder.id, in: "shelf_folder") == user { return ID(folder.id) }
        return try self.folder(named: folder.name)
    }

    func folder(named name: String) throws -> ID<ShelfFolder>? {
        try ShelfTable(db).folder(named: name, of: user)
    }

    func owner(of id: String, in table: String) throws -> ID<Person>? {
        try db.value("SELECT account FROM \(table) WHERE id = ?", [id])
    }

    /// Adds a wish, unless the user has the same wish already.
    func wish(
        _ title: String, _ artist: String, _ note: String, _ song: WishedSong, _ at: Timestamp
    ) throws -> ImportOutcome {
        guard caller.may(.takePart),
            let draft = try? WishDraft(title: title, artist: artist, note: note, song: song)
        else { return .unmatched }
        let made = past(at)
        do {
            let wishes = WishTable(db)
            let (changes, outcome) = try WishDecisions.create(draft, .make(at: made), as: caller, at: made, wishes)
            try changes?.write(to: db, wishes.execute)
            return switch outcome {
            case .alreadyWished: .present
            case .made: .added
            }
        } catch is DomainError { return .unmatched }
    }

    /// Imports the queue if the user's queue is empty.
    func queue(
        _ tracks: [NamedTrack], _ current: Int, _ position: Int64, at instant: Timestamp
    ) throws -> ImportOutcome {
        guard try !db.exists("SELECT 1 FROM play_queue_track WHERE account = ? LIMIT 1", [user]) else {
            return .present
        }
        let found = try tracks.enumerated().compactMap { index, named in
            try track(named).map { (index: index, track: $0) }
        }
        guard !found.isEmpty else { return .unmatched }
        let list = try QueueReplacement(imported: found, current: current, positionMilliseconds: position)
        let queues = QueueTable(db)
        try QueueDecisions.replace(with: list, of: user, in: caller.libraries, at: instant, queues)
            .changes.write(to: db, queues.execute)
        return .added
    }

    /// Imports a moment, unless the user has the same one. Those of a track that are too many are not imported, and those
    /// after its end stand at its end.
    func moment(_ track: ID<Track>, _ position: Int64, _ text: String, _ at: Timestamp) throws -> ImportOutcome {
        let moments = MomentTable(db)
        guard let text = try? MomentText(text), let found = try moments.track(track, in: caller.libraries),
            try moments.count(by: user, in: track) < MomentService.mostPerTrack,
            try moments.count(by: user) < MomentService.mostPerPerson
        else { return .unmatched }
        let place = min(position, max(0, found.durationMilliseconds))
        guard try !moments.has(text, in: track, at: place, by: user) else { return .present }
        let time = past(at)
        try moments.execute(.add(.make(at: time), to: track, positionMilliseconds: place, text, by: user, at: time))
        return .added
    }

    /// Imports language, theme and shading mode if the user still has those of a new account.
    func settings(_ locale: String?, _ theme: String?, _ shading: String?) throws -> ImportOutcome {
        var changed = false
        if let locale = locale.flatMap(LocalePreference.init(rawValue:)), locale != .english {
            try db.run(
                """
                UPDATE account SET locale = ?, locale_country = ?
                WHERE id = ? AND locale = ? AND locale_country IS NULL
                """, [locale.language.rawValue, locale.country, user, AccountLocale.english.rawValue])
            changed = db.changesCount > 0
        }
        func set<Value: RawRepresentable<String> & Equatable>(
            _ column: String, _ value: Value?, _ initial: Value
        ) throws {
            guard let value, value != initial else { return }
            try db.run(
                "UPDATE account SET \(column) = ? WHERE id = ? AND \(column) = ?",
                [value.rawValue, user, initial.rawValue])
            changed = changed || db.changesCount > 0
        }
        try set("theme", theme.flatMap(Theme.init), .system)
        try set("shading_mode", shading.flatMap(ShadingMode.init), .on)
        return changed ? .added : .present
    }
}

/// Imports pictures. An item that has a picture keeps it.
extension ImportWriter {
    /// The location of an item's picture.
    private struct Place {
        let table: String
        let column: String
        let id: String
        let isOwn: Bool
        let isEmpty: Bool

        var outcome: ImportOutcome { ImportRules.outcome(ofPictureOfOwn: isOwn, isEmpty: isEmpty) }
    }

    func picture(of subject: ImportedPicture.Subject) throws -> ImportOutcome {
        guard let place = try place(of: subject) else { return ImportRules.outcomeWithoutItem(isTrial: isTrial) }
        return place.outcome
    }

    /// Returns false if the item does not exist or has a picture.
    func store(_ picture: BlobKey, of subject: ImportedPicture.Subject) throws -> Bool {
        guard let place = try place(of: subject), place.outcome == .added else { return false }
        try db.run("UPDATE \(place.table) SET \(place.column) = ? WHERE id = ?", [picture.hex, place.id])
        return true
    }

    /// Returns nil if the item does not exist.
    private func place(of subject: ImportedPicture.Subject) throws -> Place? {
        switch subject {
        case .profile: return try place("account", "picture", owner: "id", user.rawValue)
        case .playlist(let id, _): return try place("playlist", "cover", owner: "owner", id)
        case .folder(let id, let name):
            let same = try folder(named: name)?.rawValue
            return try place("shelf_folder", "image", owner: "account", id)
                ?? same.flatMap { try place("shelf_folder", "image", owner: "account", $0) }
        case .shelfItem(let id, _): return try place("shelf_item", "cover", owner: "account", id)
        case .wish(let title, let artist):
            guard let wish = try WishReader(db: db, caller: caller).wish(title: title, artist: artist) else {
                return nil
            }
            return try place("wish", "cover", owner: "account", wish.id.rawValue)
        }
    }

    private func place(_ table: String, _ column: String, owner: String, _ id: String) throws -> Place? {
        let sql = "SELECT \(owner) = ?, \(column) IS NULL FROM \(table) WHERE id = ?"
        return try db.row(sql, [user, id]).map {
            Place(table: table, column: column, id: id, isOwn: $0[0], isEmpty: $0[1])
        }
    }
}
