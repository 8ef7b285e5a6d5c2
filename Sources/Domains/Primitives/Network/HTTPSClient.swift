/// Sends requests to a server that the operator has named, over TLS with its certificate verified. No redirect is
/// followed.
package protocol HTTPSClient: Sendable {
    /// Throws `HTTPSFailure` where there is no whole response, or one of more than a megabyte.
    func send(_ request: HTTPSRequest) async throws -> HTTPSReply
}

/// A request over TLS.
package struct HTTPSRequest: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
    }

    package let method: Method
    /// By https.
    package let address: LinkAddress
    /// Nil for a request without one.
    package let body: RequestBody?

    package init(_ method: Method, _ address: LinkAddress, body: RequestBody? = nil) {
        self.method = method
        self.address = address
        self.body = body
    }
}

/// The content of a request.
package struct RequestBody: Sendable {
    package let bytes: [UInt8]
    /// The media type.
    package let type: String

    package init(bytes: [UInt8], type: String) {
        self.bytes = bytes
        self.type = type
    }
}

/// A whole response.
package struct HTTPSReply: Sendable {
    package let head: LinkReply
    package let content: [UInt8]

    package init(head: LinkReply, content: [UInt8]) {
        self.head = head
        self.content = content
    }
}

/// The reason why there is no response.
package enum HTTPSFailure: Error, Sendable, Equatable {
    /// The reason in words for an administrator, such as "it does not answer".
    case unreachable(String)
    case tooLarge
}
