import HTTPSupport
import HTTPTypes
import Hummingbird
import NIOCore

/// Wraps replies and failures in the envelope that every answer of this protocol has.
struct Envelope: Sendable {
    /// The version of the protocol up to which this server supports it.
    static let protocolVersion = "1.16.1"
    let serverVersion: String

    func response(_ reply: Reply, _ format: ReplyFormat, _ detail: ReplyDetail) -> Response {
        response("ok", format, detail, status: .ok, capacity: reply.capacity, reply.write)
    }

    /// - Parameter help: an address where users learn more about refused credentials.
    func response(
        _ failure: SubsonicFailure, _ format: ReplyFormat, _ detail: ReplyDetail, help: String?
    ) -> Response {
        var response = response(
            "failed", format, detail, status: failure.status, capacity: 512, Self.error(failure, help: help))
        if let wait = failure.retryAfter { response.headers[.retryAfter] = "\(wait)" }
        return response
    }

    /// A failure as bytes, for a listener outside Hummingbird.
    func content(_ failure: SubsonicFailure, _ format: ReplyFormat) -> [UInt8] {
        content("failed", format, .full, capacity: 512, Self.error(failure, help: nil))
    }

    private static func error(_ failure: SubsonicFailure, help: String?) -> (inout ReplyWriter) -> Void {
        { writer in
            writer.object("error") { error in
                error.attribute("code", failure.code.rawValue)
                error.attribute("message", failure.message)
                if failure.code.isAboutCredentials { error.attribute("helpUrl", help) }
            }
        }
    }

    private func response(
        _ status: String, _ format: ReplyFormat, _ detail: ReplyDetail, status http: HTTPResponse.Status,
        capacity: Int, _ body: (inout ReplyWriter) -> Void
    ) -> Response {
        let bytes = content(status, format, detail, capacity: capacity, body)
        return Response(
            status: http, headers: [.contentType: format.mediaType, .cacheControl: "private, no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private func content(
        _ status: String, _ format: ReplyFormat, _ detail: ReplyDetail, capacity: Int,
        _ body: (inout ReplyWriter) -> Void
    ) -> [UInt8] {
        ReplyWriter.document(format, "subsonic-response", detail: detail, capacity: capacity + 256) { root in
            if root.isXML { root.bareText("xmlns", "http://subsonic.org/restapi") }
            root.bareText("status", status)
            root.bareText("version", Self.protocolVersion)
            root.bareText("type", "rondo")
            root.attribute("serverVersion", serverVersion)
            root.attribute("openSubsonic", true)
            body(&root)
        }
    }
}

/// The content of a successful call's reply, inside the envelope.
struct Reply: Sendable {
    /// Writes a part of a reply.
    typealias Part = @Sendable (inout ReplyWriter) -> Void

    /// The expected size in bytes.
    let capacity: Int
    let write: Part

    init(capacity: Int = 2048, _ write: @escaping Part) {
        self.capacity = capacity
        self.write = write
    }

    static let empty = Reply { _ in }

    /// One object.
    init(_ object: StaticString, capacity: Int = 2048, _ members: @escaping Part) {
        self.init(capacity: capacity) { $0.object(object, members) }
    }

    /// An object with one list.
    ///
    /// - Parameter size: the expected size of an item in bytes.
    static func list<Item: Sendable>(
        _ object: StaticString, of array: StaticString, _ items: [Item], each size: Int,
        _ write: @escaping @Sendable (inout ReplyWriter, Item) -> Void
    ) -> Reply {
        Reply(object, capacity: items.count * size) { $0.array(array, items, write) }
    }

    /// An object with a list of songs.
    static func songs(_ object: StaticString, _ songs: [SongBody]) -> Reply {
        list(object, of: "song", songs, each: 1600) { $1.write(to: &$0) }
    }
}
