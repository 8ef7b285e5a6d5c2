package import Catalog
package import Journal
package import Primitives

/// The wishes as they are within a transaction, for decisions that must hold when they are written.
package protocol WishState {
    /// Throws `notFound` if there is no such wish.
    func wish(_ id: ID<Wish>, for caller: Principal) throws -> Wish
    func exists(_ id: ID<Wish>) throws -> Bool
    /// The open wish for the same music, whoever made it.
    func wish(title: String, artist: String, for caller: Principal) throws -> Wish?
    /// The number of the user's open wishes.
    func count(of person: ID<Person>) throws -> Int
    /// The backers, the longest first.
    func backers(of id: ID<Wish>) throws -> [ID<Person>]
    /// The part of a library that a user must see to see the subject; nil if it is gone.
    func part(of subject: AnnotationSubject) throws -> String?
    var shelf: any ShelfState { get }
}

/// A write to the stored wishes.
package enum WishWrite: Sendable {
    case add(ID<Wish>, WishDraft, cover: BlobKey?, by: ID<Person>, at: Timestamp)
    case edit(ID<Wish>, WishValues, at: Timestamp)
    case remove(ID<Wish>)
    case addBacker(ID<Person>, of: ID<Wish>, at: Timestamp)
    case removeBacker(ID<Person>, of: ID<Wish>)
    case setOwner(ID<Person>, of: ID<Wish>)
    case setArrival(ID<Track>, of: ID<Wish>)
    /// A write to the shelf of the user who saves the item that fulfills a wish.
    case shelf(ShelfWrite)
}

/// The values of a wish after a change of it.
package struct WishValues: Sendable, Equatable {
    package let title: String
    package let artist: String
    package let note: String
    package let cover: BlobKey?
    /// The match of a scan.
    package let arrival: ID<Track>?

    /// An earlier match of the old title or artist does not count for the new one.
    init(_ wish: Wish, changedBy change: WishChange) {
        title = change.title ?? wish.title
        artist = change.artist ?? wish.artist
        note = change.note ?? wish.note
        cover = change.cover ?? wish.cover
        arrival = title == wish.title && artist == wish.artist ? wish.arrival : nil
    }
}
