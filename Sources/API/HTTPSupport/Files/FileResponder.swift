package import Primitives
package import HTTPTypes
package import Hummingbird
import NIOCore
import NIOPosix

/// Responds to GET and HEAD for a file, with conditions, ranges, and at most 64 KiB of the body in memory.
package struct FileResponder: Sendable {
    /// The largest range that is sent in one write with its head, in bytes.
    private static let singleWriteLimit = 64 * 1024
    /// More bytes than a head takes.
    private static let headLength = 1536

    package let file: any ReadableFile
    package let validators: Validators
    package let mediaType: String
    /// Additional fields, like `Cache-Control` and `Content-Disposition`.
    package let fields: HTTPFields
    /// Called before every chunk; false ends the stream.
    package let mayContinue: @Sendable () -> Bool
    /// Called with each number of the file's bytes that were passed to the socket.
    package let sent: @Sendable (Int) -> Void

    package init(
        file: any ReadableFile, validators: Validators, mediaType: String, fields: HTTPFields,
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
        switch plan(for: request) {
        case .nothing(let status, let fields): return Response(status: status, headers: fields)
        case .part(let range, let status, let fields):
            if let buffer = cached(range, channel) {
                return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: buffer))
            }
            let (file, mayContinue, sent) = (file, mayContinue, sent)
            let body = ResponseBody(contentLength: range.count) { writer in
                try await FilePump.send(file, range, to: channel, mayContinue: mayContinue, sent: sent)
                try await writer.finish(nil)
            }
            return Response(status: status, headers: fields, body: body)
        case .parts(let parts, let fields): return multiple(parts, fields, channel)
        }
    }

    /// Whether the response has the beginning of the file, and more of it than the first byte.
    package func sendsBeginning(to request: Request) -> Bool {
        switch plan(for: request) {
        case .nothing: false
        case .part(let range, let status, _): range.lowerBound == 0 && (range.count > 1 || status == .ok)
        case .parts(let parts, _): parts.contains { $0.lowerBound == 0 && $0.count > 1 }
        }
    }

    /// Whether a request is for so few bytes that they can be sent in one write.
    package static func isForLittle(_ request: HTTPRequest) -> Bool {
        guard request.method == .get, let field = request.headerFields[.range] else { return false }
        // The file counts as endless here: a range without an end is not small.
        guard case .parts(let parts) = ByteRanges(field, size: .max), parts.count == 1 else { return false }
        return parts[0].count <= singleWriteLimit
    }

    /// Like `respond`, for one range of the file that is in memory; nil for everything else.
    ///
    /// - Parameter end: the last lines of the head.
    func respondAtOnce(to request: Request, on channel: any Channel, end: CommonFields) -> WireAnswer? {
        guard case .part(let range, let status, var fields) = plan(for: request), range.count <= Self.singleWriteLimit
        else { return nil }
        fields[.contentLength] = "\(range.count)"
        var buffer = channel.allocator.buffer(capacity: Self.headLength + range.count)
        WireAnswer.write(HTTPResponse(status: status, headerFields: fields), end.lines, to: &buffer)
        guard read(range, into: &buffer) else { return nil }
        return WireAnswer(status: status.code, bytes: buffer, body: range.count)
    }

    /// The kind of response to a request.
    private enum Plan {
        case nothing(HTTPResponse.Status, HTTPFields)
        case part(Range<Int64>, HTTPResponse.Status, HTTPFields)
        case parts([Range<Int64>], HTTPFields)
    }

    private func plan(for request: Request) -> Plan {
        var fields = fields
        fields[.eTag] = validators.entityTag
        fields[.lastModified] = validators.lastModified?.text
        fields[.acceptRanges] = "bytes"
        switch validators.evaluate(request.headers) {
        case .preconditionFailed: return .nothing(.preconditionFailed, fields)
        case .notModified: return .nothing(.notModified, fields)
        case .proceed: break
        }
        fields[.contentType] = mediaType
        let isHead = request.method == .head
        // Ranges are defined for GET only (RFC 9110 §14.2).
        let asked = isHead || !validators.allowsRange(request.headers) ? nil : request.headers[.range]
        switch ByteRanges(asked, size: file.size) {
        case .whole:
            if !isHead { return .part(0..<file.size, .ok, fields) }
            fields[.contentLength] = "\(file.size)"
            return .nothing(.ok, fields)
        case .unsatisfiable:
            fields[.contentRange] = "bytes */\(file.size)"
            fields[.contentType] = nil
            return .nothing(.rangeNotSatisfiable, fields)
        case .parts(let parts) where parts.count == 1:
            fields[.contentRange] = "bytes \(parts[0].lowerBound)-\(parts[0].upperBound - 1)/\(file.size)"
            return .part(parts[0], .partialContent, fields)
        case .parts(let parts): return .parts(parts, fields)
        }
    }

    /// The bytes of a small range in the page cache, to be sent together with the head in one write.
    private func cached(_ range: Range<Int64>, _ channel: any Channel) -> ByteBuffer? {
        guard range.count <= Self.singleWriteLimit else { return nil }
        var buffer = channel.allocator.buffer(capacity: range.count)
        return read(range, into: &buffer) ? buffer : nil
    }

    /// Returns false, with nothing useful in the buffer, where some bytes are not in the page cache or must not be sent
    /// any more.
    private func read(_ range: Range<Int64>, into buffer: inout ByteBuffer) -> Bool {
        guard mayContinue(), !file.hasChanged else { return false }
        let count = try? buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: range.count) { bytes in
            try file.readIfCached(
                into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<range.count]), at: range.lowerBound) ?? 0
        }
        guard count == range.count else { return false }
        sent(range.count)
        return true
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
