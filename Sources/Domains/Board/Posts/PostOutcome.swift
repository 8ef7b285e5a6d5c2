/// What came of posting.
package enum PostOutcome<Shown: Sendable>: Sendable {
    case posted(Shown)
    /// The person's post of the day, which stays as it is.
    case alreadyPosted(Shown)

    package func map<Other: Sendable>(_ transform: (Shown) async throws -> Other) async rethrows -> PostOutcome<Other> {
        switch self {
        case .posted(let post): .posted(try await transform(post))
        case .alreadyPosted(let post): .alreadyPosted(try await transform(post))
        }
    }
}
