import Primitives
import Synchronization

/// The speakers of the server. They may be added while it runs, and stay until it ends: one that is switched off or away
/// is only closed.
package final class SpeakerDirectory: Sendable {
    /// A speaker with the conditions under which it is used.
    package struct Place: Sendable {
        package let speaker: Speaker
        let isOn: @Sendable () async throws -> Bool
        let isReachable: @Sendable () -> Bool

        /// - Parameters:
        ///   - isOn: whether the admins have switched it on.
        ///   - isReachable: whether what makes its sound is there at the moment.
        package init(
            _ speaker: Speaker, isOn: @escaping @Sendable () async throws -> Bool,
            isReachable: @escaping @Sendable () -> Bool = { true }
        ) {
            self.speaker = speaker
            self.isOn = isOn
            self.isReachable = isReachable
        }
    }

    private let stored = Mutex<[Place]>([])
    private let added = AsyncStream<Speaker>.makeStream()

    package init(_ places: [Place] = []) {
        for place in places { add(place) }
    }

    /// Adds a speaker, unless there is one with its id.
    package func add(_ place: Place) {
        let isNew = stored.withLock { places in
            guard !places.contains(where: { $0.speaker.id == place.speaker.id }) else { return false }
            places.append(place)
            return true
        }
        if isNew { added.continuation.yield(place.speaker) }
    }

    package func contains(_ id: DeviceID) -> Bool { place(id) != nil }

    /// In the order in which they were added.
    var places: [Place] { stored.withLock { $0 } }

    func place(_ id: DeviceID) -> Place? { places.first { $0.speaker.id == id } }

    /// Every speaker, once. There is one reader.
    var arrivals: AsyncStream<Speaker> { added.stream }
}

/// A speaker at one moment.
package struct SpeakerCondition: Sendable {
    struct Start: Sendable {
        let by: ID<Person>
        let at: Timestamp
    }

    /// As devices are described.
    package let state: DeviceState
    /// The last start by a user; nil if none has started it since the server began.
    let start: Start?
    /// The reason for which it fell silent by itself; nil since it was started again.
    package let problem: SpeakerFailure?
}
