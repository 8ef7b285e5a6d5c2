package import Primitives

/// What comments are about.
package enum CommentTopic: Sendable, Equatable {
    case post(ID<Post>)
    case day(LocalDay)
}
