package import Journal
package import Primitives

/// What likes, ratings and reviews need from storage. Every method is one transaction.
///
/// A subject that never was, or that is in no library of the scope, is refused with `notFound`, and then nothing of the call
/// happens. One whose file is missing is there: what people make of it waits for it to come back.
package protocol OpinionStore: Sendable {
    typealias Entry = @Sendable (OpinionSubject) -> JournalEntry

    /// Gives those of `subjects` that the person did not like before; an entry is appended for each of them. What was liked keeps its
    /// time.
    func like(
        _ subjects: [OpinionSubject], by user: ID<Person>, in scope: LibraryScope, at instant: Timestamp,
        journal: @escaping Entry
    ) async throws -> [OpinionSubject]
    /// Gives those of `subjects` that the person liked before; an entry is appended for each of them.
    func unlike(
        _ subjects: [OpinionSubject], by user: ID<Person>, in scope: LibraryScope, journal: @escaping Entry
    ) async throws -> [OpinionSubject]

    /// False when it says what was said before; then nothing changes.
    func rate(
        _ subject: OpinionSubject, _ change: RatingChange, by user: ID<Person>, in scope: LibraryScope,
        at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> Bool
    /// Takes the review back too. False when there was no rating.
    func unrate(
        _ subject: OpinionSubject, by user: ID<Person>, in scope: LibraryScope, journal entry: JournalEntry
    ) async throws -> Bool

    /// What the person makes of each, a few statements however many there are. Unknown ones are left out.
    func opinions(of subjects: [OpinionSubject], by user: ID<Person>) async throws -> Opinions
    /// The person's own review; nil where they wrote none.
    func review(of subject: OpinionSubject, by user: ID<Person>, in scope: LibraryScope) async throws -> String?
    /// Newest first: the person's own, and those of whoever shares theirs.
    func reviews(
        of subject: OpinionSubject, seenBy user: ID<Person>, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> Page<Review>
    /// In which libraries the subject is; nil for an artist, who may be in any.
    func library(of subject: OpinionSubject) async throws -> String?

    /// Nil when there is no such person, or when their account is disabled.
    func sharing(of user: ID<Person>) async throws -> OpinionSharing?
    func setSharing(_ sharing: OpinionSharing, of user: ID<Person>, journal entry: JournalEntry) async throws

    /// Adds all ratings up anew. Returns how many totals were wrong, which is none unless somebody changed the file by hand.
    func recount() async throws -> Int
}
