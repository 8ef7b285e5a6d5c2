package import HTTPTypes
package import Hummingbird
package import NIOCore
import NIOPosix

extension Response {
    /// The smallest response, in bytes, that compression makes faster.
    package static let smallestCompressed = 1024
    /// Responses up to this size are compressed on the event loop, in a third of a millisecond; larger ones on a thread
    /// pool.
    private static let largestOnEventLoop = 32 * 1024

    /// This response as gzip for a client that accepts it.
    ///
    /// Only a complete body of known length is compressed: JSON, XML, text and code. Decision 0041 lists the endpoints
    /// that may call this.
    package func compressed(for request: Request) async throws -> Response {
        guard status == .ok, let length = body.contentLength, headers[.contentEncoding] == nil,
            Self.isCompressible(headers[.contentType])
        else { return self }
        let accepted = AcceptedCodings(request.headers)
        guard length >= Self.smallestCompressed || accepted.refusesIdentity, length > 0 else { return self }
        var response = self
        response.headers.addVariation("Accept-Encoding")
        guard accepted.prefersGzip else { return response }
        let content = try await body.collected()
        let packed =
            length <= Self.largestOnEventLoop
            ? Gzip.compress(content, .fast)
            : try await NIOThreadPool.singleton.runIfActive { Gzip.compress(content, .fast) }
        response.body = ResponseBody(byteBuffer: packed ?? content)
        guard let packed else { return response }
        response.headers[.contentEncoding] = "gzip"
        response.headers[.contentLength] = "\(packed.readableBytes)"
        // The bytes differ, the meaning does not (RFC 9110 §8.8.1).
        if let tag = headers[.eTag], !tag.hasPrefix("W/") { response.headers[.eTag] = "W/" + tag }
        return response
    }

    /// Whether content of a media type becomes smaller. Audio and pictures are compressed already, and event streams
    /// must not be delayed.
    package static func isCompressible(_ mediaType: String?) -> Bool {
        guard let type = mediaType?.lowercased().prefix(while: { $0 != ";" && $0 != " " }) else { return false }
        switch type {
        case "application/json", "application/manifest+json", "text/xml", "text/html", "text/plain", "text/css",
            "text/javascript":
            return true
        default: return false
        }
    }
}

extension HTTPFields {
    /// Adds the name of a request field that the response depends on to `Vary`.
    package mutating func addVariation(_ name: String) {
        self[.vary] = self[.vary].map { "\($0), \(name)" } ?? name
    }
}

extension ResponseBody {
    /// The bytes of a body that is in memory.
    fileprivate func collected() async throws -> ByteBuffer {
        let writer = BodyCollector()
        try await write(writer)
        return writer.content
    }
}

private final class BodyCollector: ResponseBodyWriter {
    private(set) var content = ByteBuffer()

    func write(_ buffer: ByteBuffer) async throws {
        content.writeImmutableBuffer(buffer)
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
