import Catalog
import Foundation
package import Primitives

/// What devices hear of likes and ratings. Stores append these in the transaction that changes them.
package enum AnnotationEvents {
    /// More changes at once are told as one, upon which devices look for themselves. Less than what an open stream holds for its reader.
    package static let toldAtOnce = 32

    /// What the person makes of each now, for their own devices.
    package static func own(_ changed: [(subject: AnnotationSubject, annotation: Annotation)], of person: ID<Person>) -> [Event]
    {
        guard changed.count <= toldAtOnce else { return many(of: person) }
        return changed.map { subject, annotation in
            var data = members(of: subject)
            data["liked"] = .flag(annotation.likedAt != nil)
            data["likedAt"] = annotation.likedAt.map { .text(Self.text($0)) }
            data["rating"] = annotation.rating.map { .number($0.stars) }
            data.merge(members(of: annotation.everybody)) { first, _ in first }
            return Event("opinions", to: .person(person), data)
        }
    }

    /// That there is much to look for.
    package static func many(of person: ID<Person>) -> [Event] {
        [Event("opinions", to: .person(person))]
    }

    /// What everybody together makes of it now, for those who see it.
    ///
    /// - Parameter libraries: in which it is; an artist may be in several, and who sees two of them hears it twice.
    package static func rating(
        of subject: AnnotationSubject, _ total: RatingTotal, in libraries: [String]
    ) -> [Event] {
        let data = members(of: subject).merging(members(of: total)) { first, _ in first }
        return libraries.map { Event("rating", to: .library($0), data) }
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
