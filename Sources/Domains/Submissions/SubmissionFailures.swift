package import Primitives

extension DomainError {
    package static let noSubmission = notFound("There is no such submission")
    package static let editedSubmission = DomainError(
        .conflict, "Somebody has changed this since you saw it", reason: "submission_edited")
    package static let noSuchWish = invalid("There is no such wish", field: "wishId", reason: "wish_not_found")

    /// - Parameter who: whoever has decided it, where that is what is in the way.
    package static func wrongState(_ state: Submission.State, by who: String? = nil) -> DomainError {
        switch state {
        case .draft: DomainError(.conflict, "It was not handed in yet", reason: "submission_draft")
        case .pending: DomainError(.conflict, "It waits for a decision", reason: "submission_pending")
        case .approving, .approved:
            DomainError(
                .conflict, who.map { "\($0) has approved it already" } ?? "It is approved already",
                reason: "submission_approved")
        case .rejected:
            DomainError(
                .conflict, who.map { "\($0) has rejected it already" } ?? "It was rejected",
                reason: "submission_rejected")
        case .withdrawn: DomainError(.conflict, "Its giver has withdrawn it", reason: "submission_withdrawn")
        }
    }
}
