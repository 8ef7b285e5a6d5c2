import Moderation
import Submissions

/// What a mover answers, as a line of text.
enum MoveReply {
    static let longest = 1024

    static func text(_ outcome: MoveOutcome) -> String {
        switch outcome {
        case .moved: "moved"
        case .wasThere: "there"
        case .taken: "taken"
        case .failed(let reason): "failed \(reason)"
        case .unavailable: "unavailable"
        }
    }

    static func outcome(_ text: String) -> MoveOutcome {
        switch text {
        case "moved": .moved
        case "there": .wasThere
        case "taken": .taken
        default: text.hasPrefix("failed ") ? .failed(String(text.dropFirst(7))) : .unavailable
        }
    }

    static func text(_ outcome: BinOutcome) -> String {
        switch outcome {
        case .done: "done"
        case .taken: "taken"
        case .gone: "gone"
        case .failed(let reason): "failed \(reason)"
        case .unavailable: "unavailable"
        }
    }

    static func binOutcome(_ text: String) -> BinOutcome {
        switch text {
        case "done": .done
        case "taken": .taken
        case "gone": .gone
        default: text.hasPrefix("failed ") ? .failed(String(text.dropFirst(7))) : .unavailable
        }
    }
}
