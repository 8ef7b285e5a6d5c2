package import Hummingbird

extension Response {
    /// As an answer to HEAD: without its body, and with the length that has; none where nobody knows it yet.
    package var withoutBody: Response {
        guard body.contentLength == nil else { return createHeadResponse() }
        return Response(status: status, headers: headers, body: ResponseBody { try await $0.finish(nil) })
    }
}
