package import HTTPSupport
import Journal
import NIOCore
import Primitives
import Shelf

/// One message of an event stream (WHATWG HTML, "Server-sent events").
enum ServerSentEvent: Sendable {
    /// A message that is not in the log. It is sent as it happens, and again to a client that reconnects.
    case message(EventName, data: any JSONWritable)
    case fact(LoggedEvent)
    /// A comment, which clients ignore; it shows that both ends are alive. The number is that of the newest event,
    /// delivered or not.
    case heartbeat(Int64)

    /// The log position that the stream has reached with this message.
    var number: Int64? {
        switch self {
        case .message: nil
        case .fact(let event): event.number
        case .heartbeat(let number): number
        }
    }

    /// - Parameter place: the position that a client names when it reconnects after this message.
    func bytes(at place: Int64) -> ByteBuffer {
        // JSONWriter escapes line ends, so that the data is one line.
        var json = JSONWriter(capacity: 256)
        var bytes = ByteBuffer(string: "id: \(place)\n")
        switch self {
        case .message(let name, let data):
            data.write(to: &json)
            bytes.writeString("event: \(name.rawValue)\ndata: ")
        case .fact(let logged):
            FactBody(event: logged.event).write(to: &json)
            bytes.writeString("event: \(logged.event.name.rawValue)\ndata: ")
        case .heartbeat:
            bytes.writeStaticString(":\n\n")
            return bytes
        }
        bytes.writeImmutableBuffer(json.buffer)
        bytes.writeStaticString("\n\n")
        return bytes
    }

    /// The first bytes of a stream, sent once the subscriptions are in place.
    static func opening(at place: Int64) -> ByteBuffer {
        ByteBuffer(string: "id: \(place)\nretry: 3000\n\n")
    }
}

/// The data that a client reloads.
struct UpdateEventBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("areas") { $0.areas }
    }

    let areas: [String]

    /// The messages of `update` for `caller`: `administration` for admins, `account` for the users whom it concerns.
    static func messages(_ update: JournalUpdate, for caller: Principal) -> [ServerSentEvent] {
        messages(update.areas, update.own(of: caller.user), for: caller)
    }

    /// All messages, for a client that reconnects and may have missed any of them.
    static func everything(for caller: Principal) -> [ServerSentEvent] {
        messages(Set(JournalUpdate.Area.allCases), Set(JournalUpdate.OwnArea.allCases), for: caller)
    }

    private static func messages(
        _ areas: Set<JournalUpdate.Area>, _ own: Set<JournalUpdate.OwnArea>, for caller: Principal
    ) -> [ServerSentEvent] {
        var messages: [ServerSentEvent] = []
        if caller.may(.administer) {
            messages.append(.message(.administration, data: Self(areas: areas.map(\.rawValue).sorted())))
        }
        if !own.isEmpty, caller.may(.manageOwnAccount) {
            messages.append(.message(.account, data: Self(areas: own.map(\.rawValue).sorted())))
        }
        return messages
    }
}

/// The data of an event from the log.
struct FactBody: JSONWritable {
    let event: Event

    func write(to json: inout JSONWriter) {
        JSONObject(event.data).write(to: &json)
    }
}

extension Event.Value: JSONWritable {
    package func write(to json: inout JSONWriter) {
        switch self {
        case .text(let text): json.value(text)
        case .integer(let integer): json.value(integer)
        case .number(let number): json.value(number)
        case .flag(let flag): json.value(flag)
        }
    }
}

/// `{}`: makes the client reload.
struct EmptyEventBody: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { _ in }
    }
}

struct QueueEventBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("revision") { $0.revision }
        Field("client") { $0.client }
    }

    let revision: Int64
    let client: String?
}

struct CatalogueEventBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("revision") { $0.revision }
    }

    let revision: Int64
}

struct SessionEventBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("ended") { _ in true }
    }
}

/// Announces a change of data that rules read; a client whose rules read it reloads.
struct ChangesEventBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("sources", .array(.choice(of: SmartSource.self))) { $0.sources.map(\.rawValue).sorted() }
    }

    let sources: Set<SmartSource>
}
