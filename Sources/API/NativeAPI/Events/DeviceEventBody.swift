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
struct DeviceCommandEventBody: JSONWritable {
    let command: DeviceCommand

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", command.id)
            json.field("action", command.action.name.rawValue)
            json.field("expiresAt", command.expiresAt)
            switch command.action {
            case .play, .pause, .clear: break
            case .seek(let position, let entry):
                json.field("entry", entry)
                json.field("positionMs", position.wholeMilliseconds)
            case .volume(let volume): json.field("volume", volume)
            case .mute(let isOn), .shuffle(let isOn): json.field("on", isOn)
            case .repeats(let repeats): json.field("repeat", repeats.rawValue)
            case .next(let entry), .previous(let entry), .jump(let entry): json.field("entry", entry)
            case .add(_, let before): json.field("before", before)
            case .remove(let keys): json.field("keys", keys)
            case .move(let entry, let before):
                json.field("entry", entry)
                json.field("before", before)
            case .takeOver(let source): json.field("from", source.text)
            case .yield(let successor, let play):
                json.field("to", successor.text)
                json.field("playId", play?.text)
            }
        }
    }
}
