package import Board
package import HTTPSupport
import Hummingbird
import Primitives

/// Comments on the board: about posts, and about a day as a whole.
package struct CommentRoutes: Sendable {
    /// The text of a new comment.
    private static let text = Input<String>("text", .text(upTo: CommentText.longest * 16))

    private let board: BoardService

    package init(board: BoardService) {
        self.board = board
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/board/posts/{id}/comments", .requires(.browse), tag: "Board",
            "The comments on a post, newest first", parameters: .paging, reply: Page<CommentBody>.self,
            capacity: 8192, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let page = try await board.comments(on: context.id("id", of: Post.self), request.pageRequest(), as: caller)
            return page.map { CommentBody(comment: $0, reader: caller.user) }
        }
        Endpoint(
            .post, "/api/v1/board/posts/{id}/comments", .requires(.takePart), tag: "Board",
            "Comment on a post of today", body: Self.text.schema, reply: CommentBody.self, status: .created
        ) { request, context in
            let text = try CommentText(await request.read(Self.text))
            let caller = try context.principal()
            let comment = try await board.comment(
                text, on: context.id("id", of: Post.self), as: caller, from: context.remoteAddress)
            return CommentBody(comment: comment, reader: caller.user)
        }
        Endpoint(
            .get, "/api/v1/board/days/{date}/comments", .requires(.browse), tag: "Board",
            "The comments on a day (2026-11-21, or today) as a whole, newest first", parameters: .paging,
            reply: Page<CommentBody>.self, capacity: 8192, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let page = try await board.comments(on: context.dayName(), request.pageRequest(), as: caller)
            return page.map { CommentBody(comment: $0, reader: caller.user) }
        }
        Endpoint(
            .post, "/api/v1/board/days/{date}/comments", .requires(.takePart), tag: "Board",
            "Comment on today as a whole; earlier days get 409 with reason day_closed", body: Self.text.schema,
            reply: CommentBody.self, status: .created
        ) { request, context in
            let text = try CommentText(await request.read(Self.text))
            let caller = try context.principal()
            let comment = try await board.comment(
                text, on: context.dayName(), as: caller, from: context.remoteAddress)
            return CommentBody(comment: comment, reader: caller.user)
        }
        Endpoint(
            .delete, "/api/v1/board/comments/{id}", .requires(.takePart), tag: "Board", "Remove the caller's comment"
        ) { _, context in
            try await board.remove(
                context.id("id", of: Comment.self), as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .put, "/api/v1/board/comments/{id}/hidden", .requires(.moderate), tag: "Board",
            "Hide a comment with a reason that its author sees", body: ReasonBody().schema, reply: CommentBody.self
        ) { request, context in
            let reason = try await ReasonBody().read(request)
            return try await setHidden(because: reason, context)
        }
        Endpoint(
            .delete, "/api/v1/board/comments/{id}/hidden", .requires(.moderate), tag: "Board",
            "Show a hidden comment again", reply: CommentBody.self
        ) { _, context in try await setHidden(because: nil, context) }
    }

    private func setHidden(because reason: String?, _ context: GatewayContext) async throws -> CommentBody {
        let caller = try context.principal()
        let comment = try await board.hide(
            context.id("id", of: Comment.self), because: reason, as: caller, from: context.remoteAddress)
        return CommentBody(comment: comment, reader: caller.user)
    }
}

/// A comment as the caller sees it.
struct CommentBody: ObjectBody {
    static let component: String? = "Comment"
    static let fields = Fields<Self> {
        Field("id") { $0.comment.id.rawValue }
        Field("date") { $0.comment.day.text }
        Field("postId") { $0.comment.post?.rawValue }
        Field("at") { $0.comment.at }
        Field("author") { $0.comment.author }
        Field("own") { $0.comment.author.id == $0.reader }
        Field("text") { $0.comment.text }
        Field("hidden") { $0.comment.hiding }
    }

    let comment: Comment
    let reader: ID<Person>
}
