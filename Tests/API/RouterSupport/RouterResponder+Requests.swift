package import HTTPTypes
package import Hummingbird
import Logging
package import NIOCore
import NIOEmbedded
import Support

extension RouterResponder where Context.Source == ApplicationRequestContextSource {
    /// Starts a request within this process. The caller reads the reply's body from the result. Throws the errors that
    /// the router does not turn into replies.
    package func open(_ request: Request, from address: SocketAddress? = nil) async throws -> StreamedReply {
        let content = ReplyContent()
        let channel = await NIOAsyncTestingChannel(handler: ReplyContent.Handler(content))
        channel.remoteAddress = address
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let context = Context(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        let response = try await respond(to: request, context: context)
        return StreamedReply(response, isHead: request.method == .head, into: content, on: channel)
    }

    /// Sends one request, and reads the whole reply. Throws like `open`, and where the body ends early.
    package func answer(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], body: ByteBuffer? = nil
    ) async throws -> RouterReply {
        let reply = try await open(Request(method, path, headers, body: body))
        let whole = try await reply.whole()
        return RouterReply(status: reply.status, headers: reply.fields, body: ByteBuffer(bytes: whole.body))
    }
}

extension Request {
    /// A request to `localhost`. Its headers state the length of the body.
    package init(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], body: ByteBuffer? = nil
    ) {
        var headers = headers
        headers[.contentLength] = body.map { "\($0.readableBytes)" }
        self.init(
            head: HTTPRequest(
                method: method, scheme: "https", authority: "localhost", path: path, headerFields: headers),
            body: RequestBody(buffer: body ?? ByteBuffer()))
    }
}
