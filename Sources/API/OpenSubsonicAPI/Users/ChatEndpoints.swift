import Accounts
package import Board
import HTTPSupport
import Primitives

/// The comments on today's board, as chat messages.
package struct ChatEndpoints: Sendable {
    let board: BoardService

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("getChatMessages", .requires(.read, .browse), compressed: true, messages)
        SubsonicEndpoint(silent: "addChatMessage", .requires(.write, .takePart)) { call in
            let text = try CommentText(try call.required("message", upTo: 8192))
            _ = try await board.comment(text, on: nil, as: call.caller, from: call.origin)
        }
    }

    private func messages(_ call: SubsonicCall) async throws -> Reply {
        let since = try call.text("since").map { try call.instant("since", $0) }
        let comments = try await board.chat(after: since, as: call.caller)
        return Reply.list("chatMessages", of: "chatMessage", comments, each: 256) { writer, comment in
            writer.attribute("username", comment.username)
            writer.attribute("time", comment.at.milliseconds)
            writer.attribute("message", comment.text)
        }
    }
}
