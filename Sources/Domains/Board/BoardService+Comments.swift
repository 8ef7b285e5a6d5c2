package import Primitives

/// The comments on posts and days.
extension BoardService {
    /// The comments on a post, newest first.
    package func comments(
        on post: ID<Post>, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<Comment> {
        try caller.require(.browse)
        return try await store.comments(on: .post(post), for: BoardViewer(caller), page)
    }

    /// The comments on a day as a whole, newest first.
    package func comments(on name: DayName, _ page: PageRequest, as caller: Principal) async throws -> Page<Comment> {
        try caller.require(.browse)
        return try await store.comments(on: .day(try await day(name).day), for: BoardViewer(caller), page)
    }

    /// Today's comments on the day from after `instant`, oldest first: the chat of Subsonic clients. Of more than 500,
    /// only the newest 500.
    package func chat(after instant: Timestamp?, as caller: Principal) async throws -> [Comment] {
        try caller.require(.browse)
        return try await store.comments(
            on: try await day(.today).day, after: instant ?? Timestamp(milliseconds: 0), limit: 500,
            for: BoardViewer(caller))
    }

    /// Adds a comment to the post, or to today as a whole.
    package func comment(
        _ text: CommentText, on post: ID<Post>?, as caller: Principal, from origin: String
    ) async throws -> Comment {
        try caller.require(.takePart)
        try throttle.take(.comment, by: caller.user)
        return try await store.comment(text, on: post, by: BoardViewer(caller), actor(caller, origin), clock)
    }

    /// Adds a comment to the day `name`, which must be the open one.
    package func comment(
        _ text: CommentText, on name: DayName, as caller: Principal, from origin: String
    ) async throws -> Comment {
        try caller.require(.takePart)
        let (day, now) = try await day(name)
        guard day == now.day else { throw DomainError.dayClosed }
        return try await comment(text, on: nil, as: caller, from: origin)
    }

    package func remove(_ comment: ID<Comment>, as caller: Principal, from origin: String) async throws {
        try caller.require(.takePart)
        try await store.remove(comment, by: BoardViewer(caller), actor(caller, origin), clock)
    }

    /// - Parameter reason: nil to show the comment again.
    package func hide(
        _ comment: ID<Comment>, because reason: String?, as caller: Principal, from origin: String
    ) async throws -> Comment {
        try caller.require(.moderate)
        let reason = try reason.map(Self.checked)
        return try await store.hide(comment, because: reason, by: BoardViewer(caller), actor(caller, origin), clock)
    }
}
