package import HTTPTypes
package import NIOCore

/// A reply with its whole body.
package struct RouterReply: Sendable {
    package let status: HTTPResponse.Status
    package let headers: HTTPFields
    /// Empty after a HEAD request.
    package let body: ByteBuffer
}
