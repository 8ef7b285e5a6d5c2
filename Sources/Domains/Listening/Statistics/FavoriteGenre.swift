package import Primitives

/// A genre as a candidate for somebody's favourite.
package struct FavoriteGenre: Sendable, Equatable {
    package let id: String
    package let name: String
    package let total: ListeningTotal
    package let lastHeardAt: Timestamp

    package init(id: String, name: String, total: ListeningTotal, lastHeardAt: Timestamp) {
        self.id = id
        self.name = name
        self.total = total
        self.lastHeardAt = lastHeardAt
    }

    /// The mode: the one with the most plays. Of equals, the one that was heard for longer; then the one that was heard last; then the
    /// first by name.
    package static func mode(of candidates: [FavoriteGenre]) -> FavoriteGenre? {
        candidates.max { left, right in
            if left.total.plays != right.total.plays { return left.total.plays < right.total.plays }
            if left.total.milliseconds != right.total.milliseconds {
                return left.total.milliseconds < right.total.milliseconds
            }
            if left.lastHeardAt != right.lastHeardAt { return left.lastHeardAt < right.lastHeardAt }
            return (left.name, left.id) > (right.name, right.id)
        }
    }
}
