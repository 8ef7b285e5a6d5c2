package import Journal
package import Primitives

/// What likes, ratings and reviews need from storage. Every method is one transaction.
///
/// A subject that never was, or that is in no library of the scope, is refused with `notFound`, and then nothing of the call
/// happens. One whose file is missing is there: what people make of it waits for it to come back.
package protocol AnnotationStore: Sendable {
    typealias Entry = @Sendable (AnnotationSubject) -> JournalEntry

    /// Those that are there, in their order.
    func known(_ subjects: [AnnotationSubject], in scope: LibraryScope) async throws -> [AnnotationSubject]

    /// Appends an entry for each of those that the person did not like before, and `AnnotationEvents`. What was liked keeps its time.
    func like(
        _ subjects: [AnnotationSubject], by user: ID<Person>, in scope: LibraryScope, at instant: Timestamp,
        journal: @escaping Entry
    ) async throws
    /// The same for those that the person liked before.
    func unlike(
        _ subjects: [AnnotationSubject], by user: ID<Person>, in scope: LibraryScope, journal: @escaping Entry
    ) async throws

    /// Changes nothing, and appends nothing, when it says what was said before.
    func rate(
        _ subject: AnnotationSubject, _ change: RatingChange, by user: ID<Person>, in scope: LibraryScope,
        at instant: Timestamp, journal entry: JournalEntry
    ) async throws
    /// Takes the review back too. Changes nothing when there was no rating.
    ///
    /// - Parameter sparesReview: throws `conflict` where there is a review.
    func unrate(
        _ subject: AnnotationSubject, sparesReview: Bool, by user: ID<Person>, in scope: LibraryScope,
        journal entry: JournalEntry
    ) async throws

    /// What the person makes of each, a few statements however many there are. Unknown ones are left out.
    func annotations(of subjects: [AnnotationSubject], by user: ID<Person>) async throws -> Annotations
    /// The person's own review; nil where they wrote none.
    func review(of subject: AnnotationSubject, by user: ID<Person>, in scope: LibraryScope) async throws -> String?
    /// Newest first: the person's own, and those of whoever shares theirs.
    func reviews(
        of subject: AnnotationSubject, seenBy user: ID<Person>, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> Page<Review>
    /// What the person wrote about things of one kind in the scope, newest first.
    func written(
        by person: ID<Person>, about kind: AnnotationSubject.Kind, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> Page<WrittenReview>
    /// Those who share what they like, by name, at most `limit`; not those whose accounts are disabled.
    func people(limit: Int) async throws -> [NamedPerson]
    /// Nil when there is no such person, or when their account is disabled.
    func person(_ id: ID<Person>) async throws -> NamedPerson?

    /// Nil when there is no such person, or when their account is disabled.
    func sharing(of user: ID<Person>) async throws -> AnnotationSharing?
    func setSharing(_ sharing: AnnotationSharing, of user: ID<Person>, journal entry: JournalEntry) async throws

    /// Adds all ratings up anew. Returns how many totals were wrong, which is none unless somebody changed the file by hand.
    func recount() async throws -> Int
}
