package import Catalog
import Foundation
package import Journal
package import Primitives

/// Stores likes, ratings and reviews. Every method is one transaction.
///
/// A subject that is unknown, or in no library of the scope, is refused with `notFound`. A subject whose file is
/// missing exists: its annotations stay until the file returns.
package protocol AnnotationStore: Sendable {
    /// Runs `decide` on a state that no other change reaches meanwhile, and writes the changes. Nothing is written if
    /// `decide` throws.
    func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any AnnotationState, AnnotationWrite, Outcome>
    ) async throws -> Outcome

    /// The given subjects without those that do not exist, in their order.
    func known(_ subjects: [AnnotationSubject], in scope: LibraryScope) async throws -> [AnnotationSubject]

    /// The user's annotations of the subjects, in a constant number of statements. Unknown subjects are left out.
    func annotations(of subjects: [AnnotationSubject], by user: ID<Person>) async throws -> Annotations
    /// The user's own review; nil where they wrote none.
    func review(of subject: AnnotationSubject, by user: ID<Person>, in scope: LibraryScope) async throws -> String?
    /// The user's own review and those that other users share, newest first.
    func reviews(
        of subject: AnnotationSubject, seenBy user: ID<Person>, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> Page<Review>
    /// The user's reviews of things of one kind in the scope, newest first.
    func written(
        by person: ID<Person>, about kind: AnnotationSubject.Kind, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> Page<WrittenReview>
    /// Users who share their likes, by name, at most `limit`. Disabled accounts are left out.
    func people(limit: Int) async throws -> [NamedPerson]
    /// Nil for an unknown or disabled account.
    func person(_ id: ID<Person>) async throws -> NamedPerson?

    /// Nil for an unknown or disabled account.
    func sharing(of user: ID<Person>) async throws -> AnnotationSharing?

    /// Recomputes the totals of all ratings. Returns the number of wrong totals: zero unless the database file was
    /// edited by hand.
    func recount() async throws -> Int
}

/// The annotations as they are within a transaction, for decisions that must hold when they are written.
package protocol AnnotationState {
    func isKnown(_ subject: AnnotationSubject, in scope: LibraryScope) throws -> Bool
    func isLiked(_ subject: AnnotationSubject, by user: ID<Person>) throws -> Bool
    /// The user's rating and review; nil where there is no rating.
    func rating(of subject: AnnotationSubject, by user: ID<Person>) throws -> StoredRating?
    /// The users who see the user's likes and reviews.
    func sharing(of user: ID<Person>) throws -> AnnotationSharing
}

/// A user's rating of a thing, and their review of it.
package struct StoredRating: Sendable, Equatable {
    package let rating: Rating
    package let review: String?

    package init(_ rating: Rating, review: String?) {
        self.rating = rating
        self.review = review
    }
}

/// A write to the stored annotations.
package enum AnnotationWrite: Sendable, Equatable {
    case like(AnnotationSubject, by: ID<Person>, at: Timestamp)
    case unlike(AnnotationSubject, by: ID<Person>)
    case rate(AnnotationSubject, StoredRating, by: ID<Person>, at: Timestamp)
    case unrate(AnnotationSubject, by: ID<Person>)
    /// Publishes the user's annotations of the subjects to the user (`AnnotationEvents.own`), and the fact of a change
    /// to others if the user shares them. They are read after the other writes.
    case publish([AnnotationSubject], of: ID<Person>)
    /// As `publish`, and publishes the new average (`AnnotationEvents.rating`), which is only known when the rating is
    /// stored.
    case publishRating(AnnotationSubject, of: ID<Person>)
    case share(AnnotationSharing, of: ID<Person>)
    /// Publishes to everybody that likes and plays may have become visible or hidden.
    case publishSharing
}

/// The users who, besides the owner, see their likes and reviews. Averages include all ratings, whatever this says.
package enum AnnotationSharing: String, Sendable, CaseIterable {
    case nobody
    /// Every user of the server.
    case gateway
}

/// The events that devices receive about likes and ratings. Stores append them in the transaction that changes these.
package enum AnnotationEvents {
    /// The most changes that are sent one by one. More are sent as a single event, after which devices reload. It is
    /// less than the number of events that an open stream buffers.
    package static let mostSeparateEvents = 32

    /// The user's present annotations, for their own devices.
    package static func own(_ changed: [(subject: AnnotationSubject, annotation: Annotation)], of person: ID<Person>)
        -> [Event]
    {
        guard changed.count <= mostSeparateEvents else { return many(of: person) }
        return changed.map { subject, annotation in
            var data = members(of: subject)
            data["liked"] = .flag(annotation.likedAt != nil)
            data["likedAt"] = annotation.likedAt.map { .text(Self.text($0)) }
            data["rating"] = annotation.rating.map { .number($0.stars) }
            data.merge(members(of: annotation.everybody)) { first, _ in first }
            return Event(.annotations, to: .person(person), data)
        }
    }

    /// A single event for many changes.
    package static func many(of person: ID<Person>) -> [Event] {
        [Event(.annotations, to: .person(person))]
    }

    /// The new total of all ratings, for the users who see the subject.
    ///
    /// - Parameter libraries: the libraries that contain it. An artist may be in several; a user who sees two of them
    ///   receives the event twice.
    package static func rating(
        of subject: AnnotationSubject, _ total: RatingTotal, in libraries: [String]
    ) -> [Event] {
        let data = members(of: subject).merging(members(of: total)) { first, _ in first }
        return libraries.map { Event(.rating, to: .library($0), data) }
    }

    private static func members(of subject: AnnotationSubject) -> [String: Event.Value] {
        ["kind": .text(subject.kind.rawValue), "id": .text(subject.id)]
    }

    private static func members(of total: RatingTotal) -> [String: Event.Value] {
        var data: [String: Event.Value] = ["ratingCount": .integer(Int64(total.count))]
        data["averageRating"] = total.average.map { .number($0) }
        return data
    }

    private static func text(_ instant: Timestamp) -> String {
        Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
