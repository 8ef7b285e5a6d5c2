package import Catalog
package import Primitives

/// The shelves as they are within a transaction, for decisions that must hold when they are written.
package protocol ShelfState {
    /// The number of the user's folders.
    func folderCount(of person: ID<Person>) throws -> Int
    /// The user's folder with this name, whatever its case and accents.
    func folder(named name: String, of person: ID<Person>) throws -> ID<ShelfFolder>?
    /// Those of `ids` that are folders of the user.
    func folders(among ids: [ID<ShelfFolder>], of person: ID<Person>) throws -> Set<ID<ShelfFolder>>

    /// The number of the user's items, with those of libraries that they do not see.
    func itemCount(of person: ID<Person>) throws -> Int
    /// Throws `notFound` if the caller sees no such item on their shelf.
    func item(_ id: ID<ShelfItem>, for caller: Principal) throws -> ShelfItem
    /// Those of `ids` that the caller sees on their shelf.
    func items(_ ids: [ID<ShelfItem>], for caller: Principal) throws -> [ShelfItem]
    /// The user's item for the track or album, with its folder.
    func place(
        of subject: AnnotationSubject, of person: ID<Person>
    ) throws -> (item: ID<ShelfItem>, folder: ID<ShelfFolder>?)?

    /// The user's item that was made from this song of the outside catalog.
    func item(ofOutside song: Int64, of person: ID<Person>) throws -> ID<ShelfItem>?

    /// The track or album as the catalog has it, whoever may see it; nil for an artist.
    func music(_ subject: AnnotationSubject, ratedBy person: ID<Person>) throws -> ShelfMusic?
    func rating(of subject: AnnotationSubject, by person: ID<Person>) throws -> Rating?
}

/// A write to the stored shelves.
package enum ShelfWrite: Sendable, Equatable {
    case addFolder(ID<ShelfFolder>, FolderDraft, of: ID<Person>, at: Timestamp)
    case editFolder(ID<ShelfFolder>, FolderChange, at: Timestamp)
    /// Removes the folders. Their items are in no folder then.
    case removeFolders([ID<ShelfFolder>])

    case addItem(ID<ShelfItem>, ShelfOrigin, ShelfItemValues, of: ID<Person>, at: Timestamp)
    /// Stores the item's values.
    ///
    /// - Parameter title: nil leaves the title as it is.
    case editItem(ID<ShelfItem>, title: ShelfTitle?, ShelfItemValues, at: Timestamp)
    /// Turns an entry into a track or album. The number of its outside song stays.
    case linkItem(ID<ShelfItem>, ShelfOrigin, ShelfItemValues, at: Timestamp)
    /// Puts the items into a folder, or into none.
    case moveItems([ID<ShelfItem>], to: ID<ShelfFolder>?, at: Timestamp)
    case removeItems([ID<ShelfItem>])

    /// Sets the user's rating of a track or album, leaves their review, and publishes the rating. Nil removes the
    /// rating and the review.
    case rate(AnnotationSubject, Rating?, by: ID<Person>, at: Timestamp)
}

/// The title of an item, with the forms by which shelves are ordered and searched.
package struct ShelfTitle: Sendable, Equatable {
    package let text: String
    package let key: String
    package let words: String

    package init(text: String, key: String, words: String) {
        self.text = text
        self.key = key
        self.words = words
    }

    /// The title of an entry, as the user typed it.
    init(typed text: String) {
        self.init(text: text, key: FoldedText.sortKey(text), words: SearchText.words(text))
    }
}

/// A track or album of the catalog, as an item on a user's shelf shows it.
package struct ShelfMusic: Sendable, Equatable {
    package let source: ShelfSource
    /// The part of a library that a user must see to see it.
    package let part: String
    package let title: ShelfTitle
    package let artist: String
    /// The user's rating of it.
    package let rating: Rating?

    package init(source: ShelfSource, part: String, title: ShelfTitle, artist: String, rating: Rating?) {
        self.source = source
        self.part = part
        self.title = title
        self.artist = artist
        self.rating = rating
    }
}

/// The origin of an item: the user typed it in, or the library has it.
package struct ShelfOrigin: Sendable, Equatable {
    package let source: ShelfSource
    /// The part of a library that a user must see to see the item; nil for an entry.
    package let part: String?
    package let title: ShelfTitle
    /// The number of the song in the outside catalog that an entry was made from.
    package let outside: Int64?

    init(_ music: ShelfMusic) {
        source = music.source
        part = music.part
        title = music.title
        outside = nil
    }

    init(_ description: ShelfDescription, outside: Int64?) {
        source = .entry
        part = nil
        title = ShelfTitle(typed: description.title)
        self.outside = outside
    }
}

/// The values of an item besides its origin.
package struct ShelfItemValues: Sendable, Equatable {
    package var artist: String
    package var genre = ""
    package var durationMilliseconds: Int64?
    package var comment: String
    package var cover: BlobKey?
    package var rating: Rating?
    package var folder: ID<ShelfFolder>?

    /// The words that a search finds the item by, besides those of its title.
    package var words: String { SearchText.words("\(artist) \(genre) \(comment)") }
}

extension ShelfItemValues {
    init(_ item: ShelfItem, changedBy change: ShelfItemChange) {
        artist = change.artist ?? item.artist
        genre = change.genre ?? item.genre
        durationMilliseconds = change.durationMilliseconds ?? item.durationMilliseconds
        comment = change.comment ?? item.comment
        cover = change.cover ?? item.cover
        rating = change.rating ?? item.rating
        folder = change.folder ?? item.folder
    }
}
