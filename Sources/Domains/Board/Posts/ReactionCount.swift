/// How a post was answered with one reaction.
package struct ReactionCount: Sendable, Equatable {
    package let reaction: Reaction
    package let count: Int
    /// Whether the reader is among them.
    package let isOwn: Bool

    package init(reaction: Reaction, count: Int, isOwn: Bool) {
        self.reaction = reaction
        self.count = count
        self.isOwn = isOwn
    }
}
