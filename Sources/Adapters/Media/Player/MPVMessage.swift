import Foundation

/// A line that mpv sends: the reply to a command, or an event (mpv's manual, "JSON IPC").
enum MPVMessage: Equatable {
    case reply(id: Int, MPVReply)
    case event(name: String, entry: Int?, reason: String?, error: String?)

    /// Nil for a line that is neither.
    init?(_ line: some Sequence<UInt8>) {
        guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(line)) else { return nil }
        if let id = fields.request, let error = fields.error {
            let isDone = error == "success"
            let reply: MPVReply = isDone ? .done(number: fields.number, entry: fields.entry) : .refused(error)
            self = .reply(id: id, reply)
        } else if let name = fields.event {
            self = .event(name: name, entry: fields.playlistEntry, reason: fields.reason, error: fields.fileError)
        } else {
            return nil
        }
    }

    private struct Fields: Decodable {
        let request: Int?
        let error: String?
        let event: String?
        let playlistEntry: Int?
        let reason: String?
        let fileError: String?
        /// The data of a reply that is a number.
        let number: Double?
        /// The entry of the playlist that a command has made.
        let entry: Int?

        enum Key: String, CodingKey {
            case error, event, reason, data
            case request = "request_id"
            case playlistEntry = "playlist_entry_id"
            case fileError = "file_error"
        }

        private struct Entry: Decodable {
            let number: Int

            enum CodingKeys: String, CodingKey {
                case number = "playlist_entry_id"
            }
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            request = try fields.decodeIfPresent(Int.self, forKey: .request)
            error = try fields.decodeIfPresent(String.self, forKey: .error)
            event = try fields.decodeIfPresent(String.self, forKey: .event)
            playlistEntry = try fields.decodeIfPresent(Int.self, forKey: .playlistEntry)
            reason = try fields.decodeIfPresent(String.self, forKey: .reason)
            fileError = try fields.decodeIfPresent(String.self, forKey: .fileError)
            number = try? fields.decodeIfPresent(Double.self, forKey: .data)
            entry = (try? fields.decodeIfPresent(Entry.self, forKey: .data))?.number
        }
    }
}

enum MPVReply: Equatable, Sendable {
    case done(number: Double?, entry: Int?)
    case refused(String)
}

/// A word of a command.
enum MPVWord: Encodable, Sendable, ExpressibleByStringLiteral {
    case text(String)
    case number(Double)
    case flag(Bool)

    init(stringLiteral text: String) { self = .text(text) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        }
    }
}

/// The lines of a stream of bytes. A line that is longer than allowed is left out.
struct MPVLines {
    static let longest = 64 << 10

    private var line: [UInt8] = []
    private var isTooLong = false

    mutating func add(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                if line.count < Self.longest { line.append(byte) } else { isTooLong = true }
                continue
            }
            if !isTooLong { lines.append(line) }
            line.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        return lines
    }
}
