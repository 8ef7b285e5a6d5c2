package import Accounts
package import Primitives
import Synchronization

/// The open devices of all users, in bounded memory. Nothing of it survives a restart: the devices report again.
package final class DeviceRegistry: Sendable {
    private struct Key: Hashable {
        let user: ID<Person>
        let device: DeviceID
    }

    private struct State {
        var people: [ID<Person>: PersonDevices] = [:]
        /// Each ends with the credential that its device has reported with.
        var holds: [Key: OpenStream] = [:]
    }

    private let rules = DeviceRules()
    private let state = Mutex(State())

    package init() {}

    package var count: Int {
        state.withLock { $0.people.values.reduce(0) { $0 + $1.devices.count } }
    }

    /// - Parameters:
    ///   - now: the monotonic clock.
    ///   - hold: called for a device that is new, or reports with another session than before.
    package func report(
        _ report: DeviceReport, as caller: Principal, at instant: Timestamp, now: Duration,
        hold: () -> OpenStream? = { nil }
    ) throws(DomainError) -> DeviceOutcome {
        try state.withLock { state throws(DomainError) in
            let isKnown = state.people[caller.user] != nil
            guard isKnown || state.people.count < rules.people else { throw .tooManyReports }
            var devices = state.people[caller.user] ?? PersonDevices(rules: rules, now: now)
            let before = devices.devices[report.id]
            let outcome = try devices.report(
                report, session: caller.session, at: instant, now: now, rules: rules)
            state.people[caller.user] = devices
            let key = Key(user: caller.user, device: report.id)
            if before == nil || before?.session != caller.session {
                state.holds[key]?.close()
                state.holds[key] = hold()
            }
            release(outcome.dropped, of: caller.user, &state)
            return outcome
        }
    }

    package func connect(_ device: DeviceID, of user: ID<Person>, now: Duration) {
        state.withLock { $0.people[user, default: PersonDevices(rules: rules, now: now)].connect(device) }
    }

    package func disconnect(_ device: DeviceID, of user: ID<Person>, now: Duration) {
        state.withLock { state in
            state.people[user]?.disconnect(device, now: now)
            if state.people[user]?.isEmpty == true { state.people[user] = nil }
        }
    }

    /// - Parameter speaker: the speaker from which the device is to take over; nil for a device of the user's own.
    package func accept(
        _ command: DeviceCommand, from speaker: DeviceState? = nil, of user: ID<Person>, at instant: Timestamp,
        now: Duration
    ) throws(DomainError) -> (command: DeviceCommand, isNew: Bool) {
        try state.withLock { state throws(DomainError) in
            guard state.people[user] != nil else { throw .noSuchDevice }
            return try state.people[user, default: PersonDevices(rules: rules, now: now)].accept(
                command, from: speaker, at: instant, now: now, rules: rules)
        }
    }

    /// The commands that have the user's playing devices stop, since a speaker plays for the user.
    func yields(of user: ID<Person>, to speaker: DeviceID, at instant: Timestamp) -> [DeviceCommand] {
        state.withLock { $0.people[user]?.yields(to: speaker, at: instant, rules: rules) ?? [] }
    }

    /// A command that has not expired.
    package func command(
        _ id: String, to device: DeviceID, of user: ID<Person>, at instant: Timestamp
    ) -> DeviceCommand? {
        state.withLock { $0.people[user]?.command(id, of: device, at: instant) }
    }

    package func device(_ id: DeviceID, of user: ID<Person>) -> DeviceState? {
        state.withLock { $0.people[user]?.devices[id] }
    }

    /// The user's devices, those that are there first, by name.
    package func devices(
        of user: ID<Person>
    ) -> (devices: [DeviceState], active: DeviceID?, reachable: Set<DeviceID>) {
        state.withLock { state in
            guard let devices = state.people[user] else { return ([], nil, []) }
            let sorted = devices.devices.values.sorted {
                ($0.isLost ? 1 : 0, $0.report.name, $0.id.text) < ($1.isLost ? 1 : 0, $1.report.name, $1.id.text)
            }
            return (sorted, devices.active, Set(sorted.map(\.id).filter(devices.isReachable)))
        }
    }

    /// Forgets a device. False if there is none.
    @discardableResult
    package func remove(_ device: DeviceID, of user: ID<Person>) -> Bool {
        state.withLock { state in
            guard state.people[user]?.devices[device] != nil else { return false }
            state.people[user]?.remove(device)
            release([device], of: user, &state)
            return true
        }
    }

    /// Finds the devices that are gone.
    ///
    /// - Returns: the users whose devices have changed.
    package func expire(at instant: Timestamp, now: Duration) -> [ID<Person>] {
        state.withLock { state in
            var changed: [ID<Person>] = []
            for user in Array(state.people.keys) {
                if let dropped = state.people[user]?.expire(at: instant, now: now, rules: rules) {
                    release(dropped, of: user, &state)
                    changed.append(user)
                }
                if state.people[user]?.isEmpty == true { state.people[user] = nil }
            }
            return changed
        }
    }

    private func release(_ devices: [DeviceID], of user: ID<Person>, _ state: inout State) {
        for device in devices { state.holds.removeValue(forKey: Key(user: user, device: device))?.close() }
    }
}
