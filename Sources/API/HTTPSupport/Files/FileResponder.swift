package import Primitives
package import HTTPTypes
package import Hummingbird
import NIOCore
import NIOPosix

/// Answers GET and HEAD for a file: conditions, ranges, and a body that holds at most 64 KiB in memory.
package struct FileResponder: Sendable {
    /// Bytes of a range that goes out in one write with its head.
    private static let singleWriteLimit = 64 * 1024
    /// More than a head takes.
    private static let headLength = 1536

    package let file: any ReadableFile
    package let validators: Validators
    package let mediaType: String
    /// Further fields, like `Cache-Control` and `Content-Disposition`.
    package let fields: HTTPFields
    /// Asked before every chunk; false ends the stream.
    package let mayContinue: @Sendable () -> Bool
    /// Told of every so many bytes of the file that have been handed to the socket.
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

    /// Whether a request is for so little that it may well be answered in one write.
    package static func isForLittle(_ request: HTTPRequest) -> Bool {
        guard request.method == .get, let field = request.headerFields[.range] else { return false }
        // As if the file were endless: a range without an end is not little.
        guard case .parts(let parts) = ByteRanges(field, size: .max), parts.count == 1 else { return false }
        return parts[0].count <= singleWriteLimit
    }

    /// As `respond` answers, where that is one part of the file that is in memory; nil where not.
    ///
    /// - Parameter end: of its head.
    func respondAtOnce(to request: Request, on channel: any Channel, end: HeadEnd) -> WireAnswer? {
        guard case .part(let range, let status, var fields) = plan(for: request), range.count <= Self.singleWriteLimit
        else { return nil }
        fields[.contentLength] = "\(range.count)"
        var buffer = channel.allocator.buffer(capacity: Self.headLength + range.count)
        WireAnswer.write(HTTPResponse(status: status, headerFields: fields), end.lines, to: &buffer)
        guard read(range, into: &buffer) else { return nil }
        return WireAnswer(status: status.code, bytes: buffer, body: range.count)
    }

    /// What a request is to be answered with.
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
        // A Range field has a meaning for GET only (RFC 9110 §14.2).
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

    /// A small range that is in the page cache goes out together with its head, in one write.
    private func cached(_ range: Range<Int64>, _ channel: any Channel) -> ByteBuffer? {
        guard range.count <= Self.singleWriteLimit else { return nil }
        var buffer = channel.allocator.buffer(capacity: range.count)
        return read(range, into: &buffer) ? buffer : nil
    }

    /// False, and nothing of use in the buffer, where not all of it is in the page cache or it may not be sent any more.
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
