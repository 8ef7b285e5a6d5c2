package import Primitives

extension DomainError {
    package static let noWish = notFound("There is no such wish")
    package static let notYourWish = DomainError(
        .forbidden, "This is somebody else's wish", reason: "not_your_wish")
    package static let ownWish = DomainError(
        .conflict, "This is your own wish", reason: "own_wish")
    package static let alreadyWished = DomainError(
        .conflict, "Somebody has wished for this already; back their wish", reason: "already_wished")
    package static let tooManyWishes = DomainError(
        .conflict, "A person has at most \(WishRules.mostPerPerson) open wishes", reason: "too_many_wishes")
}
