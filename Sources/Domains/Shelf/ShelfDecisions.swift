import Catalog
package import Primitives

/// Decisions about a user's shelf, whichever use case makes them: by hand, by an import, by a fulfilled wish. They
/// return the writes in the order in which they are made. The use case adds the journal entries and the events.
package struct ShelfDecisions {
    let caller: Principal
    let instant: Timestamp
    let shelf: any ShelfState

    package init(for caller: Principal, at instant: Timestamp, _ shelf: any ShelfState) {
        self.caller = caller
        self.instant = instant
        self.shelf = shelf
    }

    /// Adds a folder. Throws `conflict` if the user has too many, or one with this name.
    package func add(_ draft: FolderDraft, _ id: ID<ShelfFolder>) throws -> [ShelfWrite] {
        guard try shelf.folderCount(of: caller.user) < ShelfRules.mostFolders else { throw DomainError.tooManyFolders }
        guard try shelf.folder(named: draft.name, of: caller.user) == nil else { throw DomainError.folderExists }
        return [.addFolder(id, draft, of: caller.user, at: instant)]
    }

    /// Changes a folder. Throws `conflict` if another folder of the user has the new name.
    func edit(_ id: ID<ShelfFolder>, _ change: FolderChange) throws -> [ShelfWrite] {
        guard try shelf.folders(among: [id], of: caller.user).contains(id) else { throw DomainError.noFolder }
        if let name = change.name, let same = try shelf.folder(named: name, of: caller.user), same != id {
            throw DomainError.folderExists
        }
        return [.editFolder(id, change, at: instant)]
    }

    /// Adds an item. Throws `conflict` with reason `already_on_shelf`, `invalid` for an unknown track, album or folder,
    /// and `tooLarge` if the shelf is full.
    ///
    /// - Parameters:
    ///   - cover: the picture of an entry; a track or album has none of its own.
    ///   - outside: the number of the outside song that an entry is made from.
    package func add(
        _ draft: ShelfItemDraft, _ id: ID<ShelfItem>, cover: BlobKey? = nil, outside: Int64? = nil
    ) throws -> [ShelfWrite] {
        try checkFolder(draft.folder)
        let writes: [ShelfWrite]
        switch draft.content {
        case .entry(let description):
            if let outside, try shelf.item(ofOutside: outside, of: caller.user) != nil {
                throw DomainError.alreadyOnShelf
            }
            let values = ShelfItemValues(
                artist: description.artist, genre: description.genre,
                durationMilliseconds: description.durationMilliseconds, comment: draft.comment, cover: cover,
                rating: draft.rating, folder: draft.folder)
            writes = [.addItem(id, ShelfOrigin(description, outside: outside), values, of: caller.user, at: instant)]
        case .track(let track): writes = try add(.track(track), draft, id)
        case .album(let album): writes = try add(.album(album), draft, id)
        }
        try checkRoom(for: 1)
        return writes
    }

    private func add(
        _ subject: AnnotationSubject, _ draft: ShelfItemDraft, _ id: ID<ShelfItem>
    ) throws -> [ShelfWrite] {
        let music = try music(subject)
        guard try shelf.place(of: subject, of: caller.user) == nil else { throw DomainError.alreadyOnShelf }
        let rated = draft.rating.map { rate(subject, $0, insteadOf: music.rating) } ?? []
        let values = ShelfItemValues(
            artist: music.artist, comment: draft.comment, rating: draft.rating ?? music.rating, folder: draft.folder)
        return rated + [.addItem(id, ShelfOrigin(music), values, of: caller.user, at: instant)]
    }

    /// Changes an item. Throws `invalid` for fields that only an entry can change, and for an unknown folder.
    func edit(_ id: ID<ShelfItem>, _ change: ShelfItemChange) throws -> [ShelfWrite] {
        let item = try shelf.item(id, for: caller)
        if let folder = change.folder { try checkFolder(folder) }
        let values = ShelfItemValues(item, changedBy: change)
        guard let subject = item.source.subject else {
            let title = ShelfTitle(typed: change.title ?? item.title)
            return [.editItem(id, title: title, values, at: instant)]
        }
        if let field = change.describedField { throw DomainError.libraryField(field) }
        var writes: [ShelfWrite] = []
        if let rating = change.rating {
            writes = rate(subject, rating, insteadOf: try shelf.rating(of: subject, by: caller.user))
        }
        return writes + [.editItem(id, title: nil, values, at: instant)]
    }

    /// Turns an entry into the track or album that it describes. Its rating becomes the user's rating of that, unless
    /// they have one. Throws `conflict` with reason `already_linked` or `already_on_shelf`.
    func link(_ id: ID<ShelfItem>, to subject: AnnotationSubject) throws -> [ShelfWrite] {
        let item = try shelf.item(id, for: caller)
        guard item.source == .entry else { throw DomainError.alreadyLinked }
        let music = try music(subject)
        guard try shelf.place(of: subject, of: caller.user) == nil else { throw DomainError.alreadyOnShelf }
        let rating = music.rating ?? item.rating
        let values = ShelfItemValues(artist: music.artist, comment: item.comment, rating: rating, folder: item.folder)
        return rate(subject, rating, insteadOf: music.rating)
            + [.linkItem(id, ShelfOrigin(music), values, at: instant)]
    }

    /// Saves the item that fulfills a wish on the caller's shelf. If the track, album or outside song is there already,
    /// that item takes the draft's values. Throws as `add` does.
    ///
    /// - Parameter wish: an entry takes its picture, and is of the same outside song.
    /// - Returns: the item on the shelf; nil if the caller does not want one.
    func save(
        _ fulfillment: WishFulfillment, _ id: ID<ShelfItem>, of wish: Wish
    ) throws -> (writes: [ShelfWrite], item: ID<ShelfItem>?) {
        let draft = fulfillment.draft
        guard let subject = draft.subject else {
            if let item = try item(of: wish.song) { return (try edit(item, ShelfItemChange(valuesOf: draft)), item) }
            return (try add(draft, id, cover: wish.cover, outside: wish.song.outside), id)
        }
        _ = try music(subject)
        guard fulfillment.isShelved else { return ([], nil) }
        guard let place = try shelf.place(of: subject, of: caller.user) else { return (try add(draft, id), id) }
        return (try edit(place.item, ShelfItemChange(valuesOf: draft)), place.item)
    }

    /// The item that the caller sees of the same outside song.
    private func item(of song: WishedSong) throws -> ID<ShelfItem>? {
        guard let outside = song.outside, let item = try shelf.item(ofOutside: outside, of: caller.user) else {
            return nil
        }
        return try shelf.items([item], for: caller).first?.id
    }

    /// Throws `invalid` for an artist, and if the caller does not see the track or album.
    func music(_ subject: AnnotationSubject) throws -> ShelfMusic {
        guard let music = try shelf.music(subject, ratedBy: caller.user), caller.libraries.admits(library: music.part)
        else { throw DomainError.unknownMusic(subject.kind) }
        return music
    }

    private func rate(
        _ subject: AnnotationSubject, _ rating: Rating?, insteadOf present: Rating?
    ) -> [ShelfWrite] {
        rating == present ? [] : [.rate(subject, rating, by: caller.user, at: instant)]
    }

    func checkFolder(_ folder: ID<ShelfFolder>?) throws {
        guard let folder else { return }
        guard try shelf.folders(among: [folder], of: caller.user).contains(folder) else {
            throw DomainError.unknownFolder
        }
    }

    /// - Parameter count: the number of items that are to be added.
    func checkRoom(for count: Int) throws {
        guard try shelf.itemCount(of: caller.user) + count <= ShelfRules.mostItems else { throw DomainError.shelfFull }
    }
}
