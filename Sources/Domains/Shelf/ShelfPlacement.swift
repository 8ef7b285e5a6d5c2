package import Catalog
package import Primitives

/// Things to put into a folder, or into none. Things that are not on the shelf yet are added.
package struct ShelfPlacement: Sendable, Equatable {
    package let tracks: [ID<Track>]
    package let albums: [ID<Album>]
    package let items: [ID<ShelfItem>]
    package let folder: ID<ShelfFolder>?

    package init(
        tracks: [ID<Track>] = [], albums: [ID<Album>] = [], items: [ID<ShelfItem>] = [], folder: ID<ShelfFolder>?
    ) throws(DomainError) {
        guard tracks.count + albums.count + items.count <= ShelfRules.mostAtOnce else {
            throw DomainError(.tooLarge, "At most \(ShelfRules.mostAtOnce) items can be moved at a time")
        }
        self.tracks = tracks
        self.albums = albums
        self.items = items
        self.folder = folder
    }

    /// The tracks, then the albums, each once.
    var subjects: [AnnotationSubject] {
        var seen: Set<AnnotationSubject> = []
        return (tracks.map(AnnotationSubject.track) + albums.map(AnnotationSubject.album))
            .filter { seen.insert($0).inserted }
    }

    /// The outcome of putting things into a folder.
    package struct Outcome: Sendable, Equatable {
        package let added: Int
        /// Things that were on the shelf already, in any folder.
        package let moved: Int

        package init(added: Int, moved: Int) {
            self.added = added
            self.moved = moved
        }
    }
}

extension ShelfDecisions {
    /// Puts all of the things or, where one is unknown, none. Throws as `add` does.
    func put(_ placement: ShelfPlacement) throws -> (writes: [ShelfWrite], outcome: ShelfPlacement.Outcome) {
        try checkFolder(placement.folder)
        let items = try shelf.items(placement.items, for: caller)
        guard items.count == Set(placement.items).count else {
            throw DomainError.invalid("itemIds contains an unknown item", field: "itemIds")
        }
        var moved = items.filter { $0.folder != placement.folder }.map(\.id)
        var seen = Set(items.map(\.id))
        var added: [ShelfWrite] = []
        for subject in placement.subjects {
            let music = try music(subject)
            if let place = try shelf.place(of: subject, of: caller.user) {
                // The placement may name an item and its track, too.
                if seen.insert(place.item).inserted, place.folder != placement.folder { moved.append(place.item) }
            } else {
                let values = ShelfItemValues(
                    artist: music.artist, comment: "", rating: music.rating, folder: placement.folder)
                added.append(
                    .addItem(.make(at: instant), ShelfOrigin(music), values, of: caller.user, at: instant))
            }
        }
        if !added.isEmpty { try checkRoom(for: added.count) }
        let outcome = ShelfPlacement.Outcome(added: added.count, moved: moved.count)
        let moves: [ShelfWrite] = moved.isEmpty ? [] : [.moveItems(moved, to: placement.folder, at: instant)]
        return (moves + added, outcome)
    }
}
