import HTTPSupport
import Journal
import NIOCore
import Primitives

/// One message of an event stream (WHATWG HTML, "Server-sent events").
enum ServerSentEvent: Sendable {
    /// What is not in the log: it is told as it happens, and told anew to whoever comes back.
    case message(name: StaticString, data: any JSONWritable)
    case fact(LoggedEvent)
    /// A comment, which clients ignore; it shows that both ends are there. The number is that of the newest event, heard or not.
    case heartbeat(Int64)

    /// The place in the log that the stream has reached with this message.
    var number: Int64? {
        switch self {
        case .message: nil
        case .fact(let event): event.number
        case .heartbeat(let number): number
        }
    }

    /// - Parameter place: what a client that comes back after this message shall name.
    func bytes(at place: Int64) -> ByteBuffer {
        // JSONWriter escapes line ends, so that the data is one line.
        var json = JSONWriter(capacity: 256)
        var bytes = ByteBuffer(string: "id: \(place)\n")
        switch self {
        case .message(let name, let data):
            data.write(to: &json)
            bytes.writeString("event: \(name)\ndata: ")
        case .fact(let logged):
            FactBody(event: logged.event).write(to: &json)
            bytes.writeString("event: \(logged.event.name)\ndata: ")
        case .heartbeat:
            bytes.writeStaticString(":\n\n")
            return bytes
        }
        bytes.writeImmutableBuffer(json.buffer)
        bytes.writeStaticString("\n\n")
        return bytes
    }

    /// The first bytes of a stream: the subscriptions are in place.
    static func opening(at place: Int64) -> ByteBuffer {
        ByteBuffer(string: "id: \(place)\nretry: 3000\n\n")
    }
}
