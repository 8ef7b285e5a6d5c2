import HTTPSupport
import NIOCore

/// One message of an event stream (WHATWG HTML, "Server-sent events").
enum ServerSentEvent: Sendable {
    case message(name: StaticString, data: any JSONWritable)
    /// A comment, which clients ignore; it shows that both ends are there.
    case heartbeat
    /// The first bytes of a stream: the subscriptions are in place.
    case opening

    var bytes: ByteBuffer {
        switch self {
        case .message(let name, let data):
            // JSONWriter escapes line ends, so that the data is one line.
            var json = JSONWriter(capacity: 256)
            data.write(to: &json)
            var bytes = ByteBuffer(string: "event: \(name)\ndata: ")
            bytes.writeImmutableBuffer(json.buffer)
            bytes.writeStaticString("\n\n")
            return bytes
        case .heartbeat: return ByteBuffer(staticString: ":\n\n")
        case .opening: return ByteBuffer(staticString: "retry: 3000\n\n")
        }
    }
}
