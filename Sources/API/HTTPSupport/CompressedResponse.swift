import CZlib
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

/// The content codings that a client accepts (RFC 9110 §12.5.3), reduced to gzip and no coding.
package struct AcceptedCodings: Equatable, Sendable {
    /// Whether the client accepts gzip and does not prefer uncompressed content.
    package let prefersGzip: Bool
    /// Whether the client refuses uncompressed content.
    package let refusesIdentity: Bool

    private static let longestField = 1024

    /// A missing or overlong field, or a malformed element, accepts uncompressed content.
    package init(_ fields: HTTPFields) {
        guard let field = fields[.acceptEncoding], field.utf8.count <= Self.longestField else {
            (prefersGzip, refusesIdentity) = (false, false)
            return
        }
        var weights: [Substring: Int] = [:]
        let text = field.lowercased().filter { $0 != " " && $0 != "\t" }
        for element in text.split(separator: ",") {
            let parts = element.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            guard let weight = parts.count == 1 ? 1000 : Self.weight(parts[1]) else { continue }
            // The older name means the same coding (§8.4.1.3).
            let coding = parts[0] == "x-gzip" ? "gzip" : parts[0]
            weights[coding] = max(weights[coding] ?? 0, weight)
        }
        let gzip = weights["gzip"] ?? weights["*"] ?? 0
        refusesIdentity = (weights["identity"] ?? weights["*"]) == 0
        prefersGzip = gzip > 0 && gzip >= weights["identity"] ?? 0
    }

    /// The weight of `q=0.5` in thousandths (§12.4.2). Nil where the parameter is no weight.
    private static func weight(_ parameter: Substring) -> Int? {
        guard parameter.hasPrefix("q=") else { return nil }
        let digits = Array(parameter.dropFirst(2).utf8)
        guard let first = digits.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1"), digits.count <= 5,
            digits.count == 1 || digits[1] == UInt8(ascii: ".")
        else { return nil }
        var thousandths = Int(first - UInt8(ascii: "0")) * 1000
        var unit = 100
        for digit in digits.dropFirst(2) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            thousandths += Int(digit - UInt8(ascii: "0")) * unit
            unit /= 10
        }
        return thousandths <= 1000 ? thousandths : nil
    }
}

/// Compresses by gzip (RFC 1952), with zlib.
package enum Gzip {
    /// The effort of zlib's search for repetitions.
    package enum Effort: Int32, Sendable {
        /// For responses that a client waits for: about 100 MB/s, a few percent larger than the smallest.
        case fast = 3
        /// For files that are compressed once.
        case thorough = 9
    }

    /// A gzip member has the largest window, 2^15 bytes; 16 more asks zlib for gzip's header and trailer.
    private static let windowBits: Int32 = 15 + 16
    /// zlib's own default.
    private static let memoryLevel: Int32 = 8

    /// Returns nil where the result would not be smaller than `content`.
    package static func compress(_ content: ByteBuffer, _ effort: Effort) -> ByteBuffer? {
        var stream = z_stream()
        // The macro deflateInit2 calls this function; Swift does not import the macro.
        let status = deflateInit2_(
            &stream, effort.rawValue, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        guard let room = UInt32(exactly: content.readableBytes) else { return nil }
        var result = ByteBuffer()
        let count = content.withUnsafeReadableBytes { source in
            result.writeWithUnsafeMutableBytes(minimumWritableBytes: source.count) { target in
                // zlib only reads its input; without ZLIB_CONST its type says otherwise.
                stream.next_in = UnsafeMutablePointer(mutating: source.assumingMemoryBound(to: UInt8.self).baseAddress)
                stream.avail_in = room
                stream.next_out = target.assumingMemoryBound(to: UInt8.self).baseAddress
                stream.avail_out = room
                let isComplete = deflate(&stream, Z_FINISH) == Z_STREAM_END
                return isComplete ? Int(room - stream.avail_out) : 0
            }
        }
        return count > 0 ? result : nil
    }
}
