package import Catalog
package import Journal
package import Primitives

/// Stores moments. Every method is one transaction.
package protocol MomentStore: Sendable {
    /// Runs `decide` on a state that no other change reaches meanwhile, and writes the changes. Nothing is written if
    /// `decide` throws.
    func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any MomentState, MomentWrite, Outcome>
    ) async throws -> Outcome

    /// The moments of the track that the reader sees (`MomentReader.sees`), by position, then by age. Nil for a track
    /// that they do not see.
    func moments(of track: ID<Track>, for reader: MomentReader, _ page: PageRequest) async throws -> Page<Moment>?
    /// Nil for a moment that the reader does not see.
    func moment(_ id: ID<Moment>, for reader: MomentReader) async throws -> Moment?
}

/// The moments as they are within a transaction, for decisions that must hold when they are written.
package protocol MomentState {
    /// Nil for a track that does not exist, was withdrawn, or is in no library of the scope.
    func track(_ id: ID<Track>, in scope: LibraryScope) throws -> MomentTrack?
    /// Nil for an unknown moment, and for one of a track that was withdrawn.
    func moment(_ id: ID<Moment>) throws -> StoredMoment?
    /// The number of the user's moments in one track.
    func count(by author: ID<Person>, in track: ID<Track>) throws -> Int
    /// The number of all of the user's moments.
    func count(by author: ID<Person>) throws -> Int
    /// Whether the user shares likes and reviews.
    func isShared(by author: ID<Person>) throws -> Bool
}

/// The facts of a track that decisions about moments need.
package struct MomentTrack: Sendable, Equatable {
    /// The part of a library that a user must see to see the track.
    package let part: String
    package let durationMilliseconds: Int64

    package init(part: String, durationMilliseconds: Int64) {
        self.part = part
        self.durationMilliseconds = durationMilliseconds
    }
}

/// The facts of a stored moment that decisions need.
package struct StoredMoment: Sendable, Equatable {
    package let id: ID<Moment>
    package let author: ID<Person>
    package let track: ID<Track>
    package let title: String
    /// The part of a library that a user must see to see the track.
    package let part: String
    package let durationMilliseconds: Int64
    package let positionMilliseconds: Int64
    package let text: String
    package let hiding: MomentHiding?
    /// Whether the author shares likes and reviews, and may sign in.
    package let isShared: Bool

    package init(
        id: ID<Moment>, author: ID<Person>, track: ID<Track>, title: String, part: String,
        durationMilliseconds: Int64, positionMilliseconds: Int64, text: String, hiding: MomentHiding?, isShared: Bool
    ) {
        self.id = id
        self.author = author
        self.track = track
        self.title = title
        self.part = part
        self.durationMilliseconds = durationMilliseconds
        self.positionMilliseconds = positionMilliseconds
        self.text = text
        self.hiding = hiding
        self.isShared = isShared
    }
}

/// A write to the stored moments.
package enum MomentWrite: Sendable, Equatable {
    case add(ID<Moment>, to: ID<Track>, positionMilliseconds: Int64, MomentText, by: ID<Person>, at: Timestamp)
    case change(ID<Moment>, positionMilliseconds: Int64, text: String, at: Timestamp)
    case remove(ID<Moment>)
    /// Nil shows the moment again.
    case hide(ID<Moment>, MomentHiding?, by: ID<Person>)
    /// Closes the open reports about a moment, because a moderator has hidden it.
    case closeReports(about: ID<Moment>, at: Timestamp, by: JournalEntry.Actor)
}

/// The events that users receive about moments. An event says which moment of which track has changed; clients that show
/// the track load its moments again, and see as much of them as they may.
package enum MomentEvents {
    package enum Change: String, Sendable {
        case added, changed, removed, hidden, shown
        /// Moments of any track may have become visible or hidden.
        case sharing
    }

    /// - Parameter part: the part of a library in which the track is; nil when only the author sees the moment.
    static func event(
        _ change: Change, _ id: ID<Moment>, of track: ID<Track>, by author: ID<Person>, in part: String?
    ) -> Event {
        Event(
            .moments, to: part.map { .library($0) } ?? .person(author),
            ["change": .text(change.rawValue), "id": .text(id.rawValue), "trackId": .text(track.rawValue)])
    }

    /// For everybody, when a user begins or ceases to share, or leaves.
    package static let sharing = Event(.moments, to: .everyone, ["change": .text(Change.sharing.rawValue)])
}
