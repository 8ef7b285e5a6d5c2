package import HTTPTypes
package import Hummingbird
package import NIOCore
import NIOHTTP1
import NIOSSL
package import Primitives

extension Request {
    /// The body as JSON fields, at most `limit` bytes. The request must declare JSON.
    package func jsonFields(upTo limit: Int = 64 * 1024) async throws -> JSONFields {
        guard let type = headers[.contentType], Self.isJSON(type) else {
            throw DomainError(.unsupportedMediaType, "Send the body as application/json in UTF-8")
        }
        let body = try await bytes(upTo: limit)
        // Other readers may take the byte order mark for a part of the text (RFC 8259 §8.1).
        guard !body.readableBytesView.starts(with: [0xEF, 0xBB, 0xBF]) else {
            throw DomainError(.invalid, "The body begins with a byte order mark", reason: "malformed_json")
        }
        return try JSONFields(JSONValue(parsing: body))
    }

    /// Whether a `Content-Type` is JSON with no other encoding than UTF-8.
    static func isJSON(_ type: String) -> Bool {
        let parts = type.lowercased().split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" } }
        let charsets = parts.dropFirst().filter { $0.hasPrefix("charset") }
        return parts.first == "application/json" && charsets.allSatisfy { $0 == "charset=utf-8" }
    }

    /// The whole body. Throws as soon as its declared or real size exceeds `limit`.
    package func bytes(upTo limit: Int) async throws -> ByteBuffer {
        let tooLarge = DomainError(.tooLarge, "The body is larger than \(limit) bytes")
        if let declared = headers[.contentLength] {
            guard let length = Int(declared), length <= limit else { throw tooLarge }
        }
        var content = ByteBuffer()
        try await eachPart { part in
            guard content.readableBytes + part.readableBytes <= limit else { throw tooLarge }
            content.writeImmutableBuffer(part)
        }
        return content
    }

    /// The whole body, as `bytes(upTo:)`, for a service.
    package func content(upTo limit: Int) async throws -> [UInt8] {
        Array(try await bytes(upTo: limit).readableBytesView)
    }

    /// The bytes of an uploaded picture, at most 5 MiB.
    package func picture() async throws -> [UInt8] {
        try await content(upTo: 5 * 1024 * 1024)
    }

    /// Passes the body to `take` as it arrives. Throws `CancellationError` when the client leaves before its end, which
    /// is no fault of the server, and `invalid` for malformed chunks.
    package func eachPart(_ take: (ByteBuffer) async throws -> Void) async throws {
        var parts = body.makeAsyncIterator()
        while let part = try await Self.next(of: &parts) { try await take(part) }
    }

    /// The body's pieces as they arrive, for a reader that may stop before the end. Errors are those of `eachPart`.
    package var parts: BodyParts { BodyParts(body: body) }

    fileprivate static func next(of parts: inout RequestBody.AsyncIterator) async throws -> ByteBuffer? {
        do {
            return try await parts.next()
        } catch is IOError, is NIOSSLError, HTTPParserError.invalidEOFState {
            throw CancellationError()
        } catch is HTTPParserError {
            throw DomainError(.invalid, "The body is not framed as HTTP/1.1 says")
        }
    }

    /// `limit` and `cursor` of a paged list.
    package func pageRequest() throws -> PageRequest {
        let query = uri.queryParameters
        var limit = 50
        if let text = query["limit"] {
            guard let number = Int(text) else {
                throw DomainError.invalid("limit must be a whole number", field: "limit")
            }
            limit = number
        }
        return try PageRequest(limit: limit, cursor: try query["cursor"].map { try Cursor(text: String($0)) })
    }

    /// A query parameter that is one of `Choice`'s raw values; nil when absent or empty.
    package func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Choice.Type = Choice.self
    ) throws(DomainError) -> Choice? {
        guard let text = uri.queryParameters[name[...]], !text.isEmpty else { return nil }
        guard let choice = Choice(rawValue: String(text)) else {
            throw .invalid(
                "\(name) must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))", field: name)
        }
        return choice
    }

    /// A query parameter of at most `maximum` bytes, with `+` and percent escapes decoded; nil when absent or empty.
    package func text(_ name: String, upTo maximum: Int = 256) throws(DomainError) -> String? {
        guard let text = uri.queryParameters[name[...]], !text.isEmpty else { return nil }
        guard text.utf8.count <= maximum else { throw .invalid("\(name) is longer than \(maximum) bytes", field: name) }
        return String(text)
    }

    /// A query parameter that is a time of RFC 3339; nil when absent or empty.
    package func instant(_ name: String) throws(DomainError) -> Timestamp? {
        guard let text = try text(name, upTo: 64) else { return nil }
        guard let instant = ISO8601.timestamp(of: text) else {
            throw .invalid("\(name) must be a time like 2026-11-21T07:00:00Z", field: name)
        }
        return instant
    }
}

/// The pieces of a request's body.
package struct BodyParts: AsyncSequence, Sendable {
    fileprivate let body: RequestBody

    package struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var parts: RequestBody.AsyncIterator

        package mutating func next() async throws -> [UInt8]? {
            try await Request.next(of: &parts).map { Array($0.readableBytesView) }
        }
    }

    package func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(parts: body.makeAsyncIterator())
    }
}
