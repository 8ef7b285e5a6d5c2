import HTTPSupport
import Listening
import Primitives

/// The data of `devices`: something about the user's devices has changed, and clients reload them.
struct DeviceEventBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("by") { $0.device?.text }
    }

    /// The device that has reported it; nil where the server has found out.
    let device: DeviceID?

    /// Nil for an event that does not concern this client.
    static func message(of event: ListeningEvent, for caller: Principal, on device: DeviceID?) -> ServerSentEvent? {
        switch event {
        case .nowPlaying:
            return .message(.nowPlaying, data: EmptyEventBody())
        case .devices(let origin):
            guard caller.may(.listen) else { return nil }
            return .message(.devices, data: DeviceEventBody(device: origin))
        case .speakers:
            guard caller.may(.jukebox) else { return nil }
            return .message(.devices, data: DeviceEventBody(device: nil))
        case .command(let command):
            guard caller.may(.listen), command.target == device else { return nil }
            return .message(.deviceCommand, data: DeviceCommandEventBody(command: command))
        }
    }
}

/// A command to the device that listens.
struct DeviceCommandEventBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("id") { $0.command.id }
        Field("action") { $0.command.action.name }
        Field("expiresAt") { $0.command.expiresAt }
        Field("entry") { $0.entry }
        Field("positionMs") { $0.position?.wholeMilliseconds }
        Field("volume") { $0.volume }
        Field("on") { $0.isOn }
        Field("repeat") { $0.repeats }
        Field("keys") { $0.keys }
        Field("before") { $0.before }
        Field("from") { $0.source?.text }
        Field("to") { $0.successor?.text }
        Field("playId") { $0.play?.text }
    }

    let command: DeviceCommand

    private var entry: Int64? {
        switch command.action {
        case .seek(_, let entry), .next(let entry), .previous(let entry), .jump(let entry), .move(let entry, _): entry
        default: nil
        }
    }

    private var position: Duration? {
        if case .seek(let position, _) = command.action { position } else { nil }
    }

    private var volume: Int? {
        if case .volume(let volume) = command.action { volume } else { nil }
    }

    private var isOn: Bool? {
        switch command.action {
        case .mute(let isOn), .shuffle(let isOn): isOn
        default: nil
        }
    }

    private var repeats: DeviceRepeat? {
        if case .repeats(let repeats) = command.action { repeats } else { nil }
    }

    private var keys: [Int64]? {
        if case .remove(let keys) = command.action { keys } else { nil }
    }

    private var before: Int64? {
        switch command.action {
        case .add(_, let before), .move(_, let before): before
        default: nil
        }
    }

    private var source: DeviceID? {
        if case .takeOver(let source) = command.action { source } else { nil }
    }

    private var successor: DeviceID? {
        if case .yield(let successor, _) = command.action { successor } else { nil }
    }

    private var play: PlayID? {
        if case .yield(_, let play) = command.action { play } else { nil }
    }
}
