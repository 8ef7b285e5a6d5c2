import RouterSupport
import Support

/// An open event stream. Its text is read until it contains a given string.
final class EventReader {
    private let reply: StreamedReply
    private(set) var text = ""

    init(_ server: MusicServer, as token: String? = nil, query: String = "", last: String? = nil) async throws {
        reply = try await server.open(
            "/api/v1/events\(query)", last.map { [("Last-Event-ID", $0)] } ?? [], as: token)
        try await read(until: "retry: 3000")
    }

    func read(until wanted: String) async throws {
        if !text.contains(wanted) { try await readOn(to: wanted) }
    }

    /// Reads further until the new text contains `wanted`, whatever came before.
    func readOn(to wanted: String) async throws {
        text += try await reply.text(through: wanted)
    }

    /// Reads until the server ends the stream.
    func readToEnd() async throws {
        try await reply.waitUntilEnd()
        text = String(decoding: reply.bytes, as: UTF8.self)
    }

    /// The id of the last event so far.
    var last: String {
        let ids = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("id: ") }
        return ids.last.map { String($0.dropFirst(4)) } ?? ""
    }

    func close() async {
        await reply.close()
    }
}
