import Catalog
import HTTPSupport
import Hummingbird
import Listening
import Primitives

/// A device's report about itself.
struct DeviceReportBody: InputBody {
    /// The largest body in bytes: two thousand entries, and some overhead.
    private static let longest = 256 * 1024

    let id = Input<String>("id", .text(upTo: 64))
    let name = Input<String>("name", .text(upTo: 256))
    let kind = Input<DeviceKind>("kind", .choice())
    let track = Input<ID<Track>?>("trackId", .id())
    let play = Input<String?>("playId", .text(upTo: 64))
    let position = Input<Int64>("positionMs", .position)
    let at = Input<Timestamp?>("at", .instant)
    let isPlaying = Input<Bool>("playing", .flag)
    /// The speed of playback; 1 where it is absent.
    let rate = Input<Double?>("rate", .rate)
    let volume = Input<Int>("volume", .integer(in: 0...100))
    let isMuted = Input<Bool>("muted", .flag)
    let isShuffled = Input<Bool>("shuffled", .flag)
    let repeats = Input<DeviceRepeat>("repeat", .choice())
    let current = Input<Int64?>("entry", .deviceKey)
    let entries = Input<[InputFields<DeviceEntryInput>]?>(
        "entries", .objects(of: DeviceEntryInput(), upTo: DeviceRules.longestQueue))
    let answers = Input<[InputFields<DeviceAnswerInput>]?>("answers", .objects(of: DeviceAnswerInput(), upTo: 32))
    let isLeaving = Input<Bool?>("leaving", .flag)

    func read(_ request: Request) async throws -> DeviceReport {
        var fields = try await request.input(self, upTo: Self.longest)
        let id = try DeviceID(fields.read(\.id))
        let name = try fields.read(\.name)
        let kind = try fields.read(\.kind)
        let track = try fields.read(\.track)
        let play = try fields.read(\.play).map { try PlayID($0) }
        let position = try fields.read(\.position)
        let at = try fields.read(\.at)
        let isPlaying = try fields.read(\.isPlaying)
        let rate = try fields.read(\.rate)
        let volume = try fields.read(\.volume)
        let isMuted = try fields.read(\.isMuted)
        let isShuffled = try fields.read(\.isShuffled)
        let repeats = try fields.read(\.repeats)
        let current = try fields.read(\.current)
        let entries = try fields.read(\.entries)?.map { try DeviceEntryInput.entry($0) }
        let answers = try fields.read(\.answers)?.map { try DeviceAnswerInput.answer($0) }
        let isLeaving = try fields.read(\.isLeaving)
        try fields.end()
        return try DeviceReport(
            id: id, name: name, kind: kind, track: track, play: play, position: .milliseconds(position), at: at,
            isPlaying: isPlaying, rate: rate ?? 1, volume: volume, isMuted: isMuted,
            isShuffled: isShuffled, repeats: repeats, current: current, entries: entries, answers: answers ?? [],
            isLeaving: isLeaving ?? false)
    }
}

struct DeviceEntryInput: InputBody {
    let key = Input<Int64>("key", .deviceKey)
    let track = Input<ID<Track>>("trackId", .id())

    static func entry(_ fields: InputFields<Self>) throws -> DeviceEntry {
        let (key, track) = try fields.only(\.key, \.track)
        return DeviceEntry(key: key, track: track)
    }
}

struct DeviceAnswerInput: InputBody {
    let command = Input<String>("command", .text(upTo: 64))
    let outcome = Input<DeviceAnswer.Outcome>("outcome", .choice())

    static func answer(_ fields: InputFields<Self>) throws -> DeviceAnswer {
        let (command, outcome) = try fields.only(\.command, \.outcome)
        return DeviceAnswer(command: command, outcome: outcome)
    }
}

/// A command to a device.
struct DeviceCommandBody: InputBody {
    /// All but what only the server sends.
    private static let actions = DeviceAction.Name.allCases.filter { $0 != .yield }

    let id = Input<String>("id", .text(upTo: 64))
    let action = Input<DeviceAction.Name>("action", .choice(among: Self.actions))
    let entry = Input<Int64>(alternative: "entry", .deviceKey)
    let position = Input<Int64>(alternative: "positionMs", .position)
    let volume = Input<Int>(alternative: "volume", .integer(in: 0...100))
    let isOn = Input<Bool>(alternative: "on", .flag)
    let repeats = Input<DeviceRepeat>(alternative: "repeat", .choice())
    let keys = Input<[Int64]>(
        alternative: "keys", .integers(upTo: DeviceRules.longestQueue, in: InputKind<Int64>.deviceKeys))
    let before = Input<Int64?>("before", .deviceKey)
    let tracks = Input<[ID<Track>]>(alternative: "trackIds", .ids(upTo: DeviceRules.mostAdded))
    let source = Input<String>(alternative: "from", .text(upTo: 64))

    func read(_ request: Request, to target: DeviceID) async throws -> DeviceCommand {
        var fields = try await request.input(self, upTo: 64 * 1024)
        let id = try fields.read(\.id)
        let action: DeviceAction =
            switch try fields.read(\.action) {
            case .play: .play
            case .pause: .pause
            case .seek: .seek(.milliseconds(try fields.read(\.position)), in: try fields.read(\.entry))
            case .volume: .volume(try fields.read(\.volume))
            case .mute: .mute(try fields.read(\.isOn))
            case .shuffle: .shuffle(try fields.read(\.isOn))
            case .repeat: .repeats(try fields.read(\.repeats))
            case .next: .next(from: try fields.read(\.entry))
            case .previous: .previous(from: try fields.read(\.entry))
            case .jump: .jump(to: try fields.read(\.entry))
            case .add: .add(try fields.read(\.tracks), before: try fields.read(\.before))
            case .remove: .remove(try fields.read(\.keys))
            case .move: .move(try fields.read(\.entry), before: try fields.read(\.before))
            case .clear: .clear
            case .takeOver: .takeOver(from: try DeviceID(fields.read(\.source)))
            case .yield: throw DomainError.invalid("Only the server sends this", field: "action")
            }
        try fields.end()
        return try DeviceCommand(id: id, target: target, action: action)
    }
}

extension InputKind where Value == Int64 {
    /// The keys that a script's numbers hold exactly.
    static var deviceKeys: ClosedRange<Int64> { 0...9_007_199_254_740_991 }
    static var deviceKey: Self { .integer(in: deviceKeys) }
}
