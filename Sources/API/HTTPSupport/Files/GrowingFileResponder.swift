import Primitives
import HTTPTypes
import Hummingbird
import NIOCore

/// Responds to GET and HEAD for a file that is still being made, with all of it in order as it grows. There are no
/// ranges and no validators yet.
struct GrowingFileResponder: Sendable {
    let file: any ReadableFile
    let mediaType: String
    let fields: HTTPFields
    /// The length to announce; nil to announce none. A shorter file is padded with zeros, which players of all formats
    /// skip; a longer one is truncated.
    let announcedLength: Int64?
    /// Waits until there are more bytes than the given number, and returns how many there are; nil at the end. An error
    /// aborts the connection, which tells a client that the body is incomplete.
    let available: @Sendable (Int64) async throws -> Int64?
    let mayContinue: @Sendable () -> Bool
    /// Called with each number of bytes that were passed to the socket.
    let sent: @Sendable (Int) -> Void

    func respond(on channel: any Channel) -> Response {
        var fields = fields
        fields[.contentType] = mediaType
        fields[.acceptRanges] = "none"
        let length = announcedLength.flatMap { Int(exactly: $0) }
        let send: @Sendable (inout any ResponseBodyWriter) async throws -> Void = { writer in
            try await pump(&writer, to: channel, length)
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: fields, body: ResponseBody(contentLength: length, send))
    }

    private func pump(_ writer: inout any ResponseBodyWriter, to channel: any Channel, _ length: Int?) async throws {
        let limit = length.map(Int64.init) ?? .max
        var offset: Int64 = 0
        while offset < limit, let end = try await available(offset) {
            let end = min(end, limit)
            try await FilePump.send(file, offset..<end, to: channel, mayContinue: mayContinue, sent: sent)
            offset = end
        }
        guard let length else { return }
        let zeros = ByteBuffer(repeating: 0, count: 16 * 1024)
        while offset < limit {
            guard mayContinue() else { throw FileStreamError.ended }
            let count = min(zeros.readableBytes, length - Int(offset))
            try await writer.write(zeros.getSlice(at: 0, length: count) ?? zeros)
            offset += Int64(count)
            sent(count)
        }
    }
}
