package import Hummingbird

extension Response {
    /// What HEAD answers where GET would answer this. A length that nobody knows is not announced, since 0 would be a lie that players
    /// believe; how such a head ends on the wire is `RequestMonitor`'s business.
    package func withoutBody() -> Response {
        let isKnown = body.contentLength != nil || headers[.contentLength] != nil
        return isKnown
            ? createHeadResponse()
            : Response(status: status, headers: headers, body: ResponseBody { try await $0.finish(nil) })
    }
}
