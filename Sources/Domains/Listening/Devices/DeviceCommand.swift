package import Catalog
package import Primitives

/// A request of one device to another of the same user. The target decides whether it still applies, and reports the
/// outcome.
package struct DeviceCommand: Sendable, Equatable {
    /// The sender's UUID for it, so that it is carried out once however often it is sent.
    package let id: String
    package let target: DeviceID
    package let action: DeviceAction
    /// The time on the server's clock after which it must not be carried out any more.
    package internal(set) var expiresAt: Timestamp

    /// - Throws: `invalid` for an id that is no UUID.
    package init(id: String, target: DeviceID, action: DeviceAction) throws(DomainError) {
        guard PlayID.isUUID(id) else { throw .invalid("A command's id must be a UUID", field: "id") }
        self.id = id.lowercased()
        self.target = target
        self.action = action
        expiresAt = Timestamp(milliseconds: 0)
    }

    /// A command of the server's own.
    init(by instant: Timestamp, target: DeviceID, action: DeviceAction, expiresAt: Timestamp) {
        id = ID<DeviceCommand>.make(at: instant).rawValue
        self.target = target
        self.action = action
        self.expiresAt = expiresAt
    }
}

package enum DeviceAction: Sendable, Equatable {
    case play, pause
    /// Sets a position in the entry that the sender sees.
    case seek(Duration, in: Int64)
    /// From 0 to 100.
    case volume(Int)
    case mute(Bool)
    case shuffle(Bool)
    case repeats(DeviceRepeat)
    /// Leaves the entry that the sender sees. Two that skip the same entry skip it once.
    case next(from: Int64)
    case previous(from: Int64)
    case jump(to: Int64)
    /// Adds tracks before an entry, or at the end.
    case add([ID<Track>], before: Int64?)
    /// Removes entries; keys that are gone are passed over.
    case remove([Int64])
    /// Moves an entry before another, or to the end.
    case move(Int64, before: Int64?)
    /// Empties what comes after the current entry.
    case clear
    /// Goes on with what another device plays.
    case takeOver(from: DeviceID)
    /// Stops, since another device has started. It continues the play with this id, if there is one. Only the server
    /// sends this.
    case yield(to: DeviceID, play: PlayID?)

    /// The names in the API.
    package enum Name: String, Sendable, CaseIterable {
        case play, pause, seek, volume, mute, shuffle, `repeat`, next, previous, jump, add, remove, move, clear
        case takeOver, yield
    }

    package var name: Name {
        switch self {
        case .play: .play
        case .pause: .pause
        case .seek: .seek
        case .volume: .volume
        case .mute: .mute
        case .shuffle: .shuffle
        case .repeats: .repeat
        case .next: .next
        case .previous: .previous
        case .jump: .jump
        case .add: .add
        case .remove: .remove
        case .move: .move
        case .clear: .clear
        case .takeOver: .takeOver
        case .yield: .yield
        }
    }
}

extension DomainError {
    static let noSuchDevice = notFound("There is no device with this id")
    /// The device has no open event stream, so that a command cannot reach it.
    static let deviceGone = DomainError(.conflict, "This device cannot be reached", reason: "device_gone")
    /// The device plays another entry than the sender has seen.
    static let deviceMovedOn = DomainError(
        .conflict, "This device plays something else by now", reason: "device_moved_on")
    static let entryGone = DomainError(.conflict, "This is not in the queue any more", reason: "entry_gone")
    static let nothingToContinue = DomainError(
        .conflict, "There is nothing to continue on this device", reason: "nothing_to_continue")
    static let tooManyReports = DomainError(
        .rateLimited, "Too many reports and commands of devices", retryAfter: .seconds(2))
}
