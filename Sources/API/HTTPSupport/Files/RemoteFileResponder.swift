import HTTPTypes
import Hummingbird
import NIOCore

/// Responds to GET and HEAD for a file at another server, whose bytes are passed on as they arrive. One range is
/// passed on as the client asks for it; a client that asks for several gets the whole file (RFC 9110 §14.2).
struct RemoteFileResponder: Sendable {
    /// Reads the file, or a range of it, and passes it on as it arrives. It reads no further than what was taken.
    typealias Reader = @Sendable (Range<Int64>?, ([UInt8]) async throws -> Void) async throws -> Void

    /// In bytes; nil where it is unknown.
    let size: Int64?
    /// Whether the other server sends ranges. Then the size is known.
    let takesRanges: Bool
    let mediaType: String
    /// Additional fields, like `Cache-Control` and `Content-Disposition`.
    let fields: HTTPFields
    let read: Reader
    /// Called before every chunk; false ends the stream.
    let mayContinue: @Sendable () -> Bool
    /// Called with each number of bytes that were passed on.
    let sent: @Sendable (Int) -> Void

    func respond(to request: Request) -> Response {
        var fields = fields
        fields[.acceptRanges] = takesRanges ? "bytes" : "none"
        guard takesRanges, let size, request.method != .head else { return whole(request, fields) }
        switch ByteRanges(request.headers[.range], size: size) {
        case .unsatisfiable:
            fields[.contentRange] = "bytes */\(size)"
            return Response(status: .rangeNotSatisfiable, headers: fields)
        case .parts(let parts) where parts.count == 1:
            fields[.contentType] = mediaType
            fields[.contentRange] = "bytes \(parts[0].lowerBound)-\(parts[0].upperBound - 1)/\(size)"
            return Response(status: .partialContent, headers: fields, body: body(parts[0], length: parts[0].count))
        case .whole, .parts: return whole(request, fields)
        }
    }

    private func whole(_ request: Request, _ fields: HTTPFields) -> Response {
        var fields = fields
        fields[.contentType] = mediaType
        guard request.method == .head else {
            return Response(status: .ok, headers: fields, body: body(nil, length: size.flatMap { Int(exactly: $0) }))
        }
        fields[.contentLength] = size.map { "\($0)" }
        return Response(status: .ok, headers: fields)
    }

    /// An error aborts the connection, which tells the client that the body is incomplete.
    private func body(_ range: Range<Int64>?, length: Int?) -> ResponseBody {
        ResponseBody(contentLength: length) { [read, mayContinue, sent] writer in
            try await read(range) { bytes in
                guard mayContinue() else { throw FileStreamError.ended }
                try await writer.write(ByteBuffer(bytes: bytes))
                sent(bytes.count)
            }
            try await writer.finish(nil)
        }
    }
}
