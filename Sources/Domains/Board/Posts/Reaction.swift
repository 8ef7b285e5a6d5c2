/// What people may answer a post with at a touch. The set is closed: clients draw each in their own way.
package enum Reaction: String, Sendable, CaseIterable {
    case love, fire, clap, laugh, wow, sad
}
