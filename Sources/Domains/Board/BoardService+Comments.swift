import Journal
package import Primitives

/// The comments on posts and days.
extension BoardService {
    /// The most comments of the chat.
    private static let longestChat = 500

    /// The comments on a post, newest first.
    package func comments(
        on post: ID<Post>, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<Comment> {
        try caller.require(.browse)
        return try await comments(on: .post(post), page, for: caller)
    }

    /// The comments on a day as a whole, newest first.
    package func comments(on name: DayName, _ page: PageRequest, as caller: Principal) async throws -> Page<Comment> {
        try caller.require(.browse)
        return try await comments(on: .day(try await day(name).day), page, for: caller)
    }

    private func comments(
        on topic: CommentTopic, _ page: PageRequest, for caller: Principal
    ) async throws -> Page<Comment> {
        guard let comments = try await store.comments(on: topic, for: caller, page) else {
            throw DomainError.noPost
        }
        return comments
    }

    /// Today's comments on the day from after `instant`, oldest first: the chat of Subsonic clients. Of more than 500,
    /// only the newest 500.
    package func chat(after instant: Timestamp?, as caller: Principal) async throws -> [Comment] {
        try caller.require(.browse)
        return try await store.comments(
            on: try await day(.today).day, after: instant ?? Timestamp(milliseconds: 0), limit: Self.longestChat,
            for: caller)
    }

    /// Adds a comment to the post, or to today as a whole.
    package func comment(
        _ text: CommentText, on post: ID<Post>?, as caller: Principal, from origin: String
    ) async throws -> Comment {
        try caller.require(.takePart)
        try throttle.take(.comment, by: caller.user)
        let actor = JournalEntry.Actor(caller, from: origin)
        let id = try await store.edit(DayOpening(clock: clock)) { board, moment in
            let comment = NewComment(text, on: post, at: moment, by: caller.user)
            var changes = Changes<BoardWrite>(
                at: moment.instant, .addComment(comment), journal: [BoardJournal.commented(comment, by: actor)],
                events: [BoardEvents.event(.commented, on: moment.day, post: post, comment: comment.id)])
            if let post {
                let stored = try board.existing(post)
                try BoardRules.checkAnswer(to: stored.entry, by: caller, today: moment.day)
                changes.notifications = [PostNotifications(post: stored).commented(comment.id, by: caller.user)]
            }
            return (changes, comment.id)
        }
        return try await self.comment(id, for: caller)
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
        let actor = JournalEntry.Actor(caller, from: origin)
        try await store.edit(DayOpening(clock: clock)) { board, moment in
            let stored = try board.existing(comment)
            try BoardRules.checkRemoval(ofComment: stored.entry, by: caller)
            let event = BoardEvents.event(
                .commentRemoved, on: stored.entry.day, post: stored.post, comment: comment)
            let changes = Changes<BoardWrite>(
                at: moment.instant, .removeComment(comment),
                journal: [JournalEntry(at: moment.instant, by: actor, "comment.delete", .init("comment", comment))],
                events: [event], notifications: stored.retraction)
            return (changes, ())
        }
    }

    /// - Parameter reason: nil to show the comment again.
    package func hide(
        _ comment: ID<Comment>, because reason: String?, as caller: Principal, from origin: String
    ) async throws -> Comment {
        try caller.require(.moderate)
        let reason = try reason.map(Self.checked)
        let actor = JournalEntry.Actor(caller, from: origin)
        try await store.edit(DayOpening(clock: clock)) { board, moment in
            let stored = try board.existing(comment)
            let hiding = reason.map { Hiding(at: moment.instant, reason: $0) }
            let event = BoardEvents.event(
                reason == nil ? .commentShown : .commentHidden, on: stored.entry.day, post: stored.post,
                comment: comment)
            var changes = Changes<BoardWrite>(
                at: moment.instant, .hideComment(comment, hiding, by: caller.user),
                journal: [BoardJournal.hid("comment", comment.rawValue, reason: reason, at: moment.instant, by: actor)],
                events: [event])
            if reason != nil {
                changes.notifications = stored.retraction
                changes.followUps.append(.closeReports(about: .comment(comment), at: moment.instant, by: actor))
            }
            return (changes, ())
        }
        return try await self.comment(comment, for: caller)
    }

    private func comment(_ id: ID<Comment>, for caller: Principal) async throws -> Comment {
        guard let comment = try await store.comment(id, for: caller) else { throw DomainError.noComment }
        return comment
    }
}

extension StoredComment {
    /// Removes the notification about the comment from the post's author.
    fileprivate var retraction: [NotificationChange] {
        post.map { [PostNotifications.commentRemoved(id, from: $0)] } ?? []
    }
}
