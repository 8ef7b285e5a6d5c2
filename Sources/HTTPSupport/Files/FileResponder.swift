package import Blobs
package import HTTPTypes
package import Hummingbird
import NIOCore
import NIOPosix

/// Answers GET and HEAD for a file: conditions, ranges, and a body that holds at most 64 KiB in memory.
package struct FileResponder: Sendable {
    /// Bytes of a range that goes out in one write with its head.
    private static let singleWriteLimit = 64 * 1024

    package let file: any HeldFile
    package let validators: Validators
    package let mediaType: String
    /// Further fields, like `Cache-Control` and `Content-Disposition`.
    package let fields: HTTPFields
    /// Asked before every chunk; false ends the stream.
    package let mayContinue: @Sendable () -> Bool
    /// Told of every so many bytes of the file that have been handed to the socket.
    package let sent: @Sendable (Int) -> Void

    package init(
        file: any HeldFile, validators: Validators, mediaType: String, fields: HTTPFields,
        mayContinue: @escaping @Sendable () -> Bool = { true }, sent: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.file = file
        self.validators = validators
        self.mediaType = mediaType
        self.fields = fields
        self.mayContinue = mayContinue
        self.sent = sent
    }

    package func respond(to request: Request, on channel: any Channel) -> Response {
        var fields = fields
        fields[.eTag] = validators.entityTag
        fields[.lastModified] = validators.lastModified?.text
        fields[.acceptRanges] = "bytes"
        switch validators.evaluate(request.headers) {
        case .preconditionFailed: return Response(status: .preconditionFailed, headers: fields)
        case .notModified: return Response(status: .notModified, headers: fields)
        case .proceed: break
        }
        fields[.contentType] = mediaType
        let isHead = request.method == .head
        // A Range field has a meaning for GET only (RFC 9110 §14.2).
        let asked = isHead || !validators.allowsRange(request.headers) ? nil : request.headers[.range]
        switch ByteRanges(asked, size: file.size) {
        case .whole:
            return isHead ? head(fields) : single(0..<file.size, .ok, fields, channel)
        case .unsatisfiable:
            fields[.contentRange] = "bytes */\(file.size)"
            fields[.contentType] = nil
            return Response(status: .rangeNotSatisfiable, headers: fields)
        case .parts(let parts) where parts.count == 1:
            fields[.contentRange] = "bytes \(parts[0].lowerBound)-\(parts[0].upperBound - 1)/\(file.size)"
            return single(parts[0], .partialContent, fields, channel)
        case .parts(let parts):
            return multiple(parts, fields, channel)
        }
    }

    private func head(_ fields: HTTPFields) -> Response {
        var fields = fields
        fields[.contentLength] = "\(file.size)"
        return Response(status: .ok, headers: fields)
    }

    private func single(
        _ range: Range<Int64>, _ status: HTTPResponse.Status, _ fields: HTTPFields, _ channel: any Channel
    ) -> Response {
        if range.count <= Self.singleWriteLimit, let buffer = cached(range, channel) {
            sent(range.count)
            return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: buffer))
        }
        let (file, mayContinue, sent) = (file, mayContinue, sent)
        let body = ResponseBody(contentLength: range.count) { writer in
            try await FilePump.send(file, range, to: channel, mayContinue: mayContinue, sent: sent)
            try await writer.finish(nil)
        }
        return Response(status: status, headers: fields, body: body)
    }

    /// A small range that is in the page cache goes out together with its head, in one write.
    private func cached(_ range: Range<Int64>, _ channel: any Channel) -> ByteBuffer? {
        var buffer = channel.allocator.buffer(capacity: range.count)
        guard mayContinue(), !file.hasChanged else { return nil }
        let count = try? buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: range.count) { bytes in
            try file.readIfCached(
                into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<range.count]), at: range.lowerBound) ?? 0
        }
        return count == range.count ? buffer : nil
    }

    private func multiple(_ parts: [Range<Int64>], _ fields: HTTPFields, _ channel: any Channel) -> Response {
        let (file, mayContinue, sent) = (file, mayContinue, sent)
        let boundary = "rondo-\(UInt64.random(in: .min ... .max))"
        let heads = parts.map { part in
            ByteBuffer(
                string: "\r\n--\(boundary)\r\nContent-Type: \(mediaType)\r\nContent-Range: bytes \(part.lowerBound)-"
                    + "\(part.upperBound - 1)/\(file.size)\r\n\r\n")
        }
        let tail = ByteBuffer(string: "\r\n--\(boundary)--\r\n")
        let length = heads.reduce(tail.readableBytes) { $0 + $1.readableBytes } + parts.reduce(0) { $0 + $1.count }
        var fields = fields
        fields[.contentType] = "multipart/byteranges; boundary=\(boundary)"
        let body = ResponseBody(contentLength: length) { writer in
            for (head, part) in zip(heads, parts) {
                try await writer.write(head)
                try await FilePump.send(file, part, to: channel, mayContinue: mayContinue, sent: sent)
            }
            try await writer.write(tail)
            try await writer.finish(nil)
        }
        return Response(status: .partialContent, headers: fields, body: body)
    }
}
