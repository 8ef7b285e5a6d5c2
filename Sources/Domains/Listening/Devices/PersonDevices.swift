package import Primitives

/// The open devices of one user, and the rules for what they report and ask of each other (decision 0062). A value
/// without clock and lock.
struct PersonDevices: Sendable {
    private(set) var devices: [DeviceID: DeviceState] = [:]
    /// The one device whose sound counts: the last one that started to play.
    private(set) var active: DeviceID?
    /// The number of open event streams by device, whether or not it has reported yet.
    private var streams: [DeviceID: Int] = [:]
    private var commands: [DeviceID: [DeviceCommand]] = [:]
    private var budget: RateBudget

    init(rules: DeviceRules, now: Duration) {
        budget = RateBudget(left: rules.burst, at: now)
    }

    var isEmpty: Bool { devices.isEmpty && streams.isEmpty }

    /// Takes in a report. Throws `rateLimited`.
    mutating func report(
        _ report: DeviceReport, session: ID<Session>?, at instant: Timestamp, now: Duration, rules: DeviceRules
    ) throws(DomainError) -> DeviceOutcome {
        guard budget.take(at: now, rules) else { throw .tooManyReports }
        let before = devices[report.id]
        let at = Self.time(of: report, at: instant, rules)
        var state =
            before ?? DeviceState(report: report, revision: 0, queueRevision: 0, at: at, heardAt: now)
        var merged = report
        merged.entries = report.entries ?? before?.report.entries ?? []
        let isQueueChanged = before == nil || merged.entries != before?.report.entries
        let isChanged =
            isQueueChanged || state.isLost || !report.answers.isEmpty || report.isLeaving
            || differs(merged, from: state, at: at, rules)
        state.report = merged
        (state.at, state.heardAt, state.session, state.lostAt) = (at, now, session, nil)
        state.closedAt = streams[report.id] == nil ? now : nil
        if isChanged { state.revision += 1 }
        if isQueueChanged { state.queueRevision += 1 }
        state.answers = Array((state.answers + report.answers).suffix(rules.rememberedAnswers))
        var dropped: [DeviceID] = []
        if before == nil { dropped = makeRoom(rules) }
        devices[report.id] = state
        let yields = decideWhoPlays(report.id, before: before, at: instant, rules)
        if report.isLeaving, lose(report.id, at: instant, now: now) { dropped.append(report.id) }
        return DeviceOutcome(
            state: devices[report.id] ?? state, isChanged: isChanged, yields: yields, dropped: dropped)
    }

    /// The server's time of a reported position: not ahead, and not older than the rules allow.
    private static func time(of report: DeviceReport, at instant: Timestamp, _ rules: DeviceRules) -> Timestamp {
        guard let at = report.at else { return instant }
        return min(max(at, instant.advanced(by: .zero - rules.oldestPosition)), instant)
    }

    private func differs(
        _ report: DeviceReport, from state: DeviceState, at instant: Timestamp, _ rules: DeviceRules
    ) -> Bool {
        let old = state.report
        let strays = abs((report.position - state.position(at: instant)).wholeMilliseconds)
        return strays > rules.drift.wholeMilliseconds || report.isPlaying != old.isPlaying
            || report.track != old.track || report.play != old.play || report.current != old.current
            || report.name != old.name || report.kind != old.kind || report.rate != old.rate
            || report.volume != old.volume || report.isMuted != old.isMuted
            || report.isShuffled != old.isShuffled || report.repeats != old.repeats
    }

    /// A device that starts becomes the active one, and the others that play have to stop. One that goes on although
    /// another has started since is asked again.
    private mutating func decideWhoPlays(
        _ id: DeviceID, before: DeviceState?, at instant: Timestamp, _ rules: DeviceRules
    ) -> [DeviceCommand] {
        guard let state = devices[id], state.isPlaying else { return [] }
        let isStart = before?.report.isPlaying != true
        if isStart || active == nil { active = id }
        guard let active, let playing = devices[active], playing.isPlaying else {
            self.active = id
            return []
        }
        let others = active == id ? devices.values.filter { $0.id != id && $0.isPlaying } : [state]
        return others.sorted { $0.id.text < $1.id.text }.map { other in
            DeviceCommand(
                by: instant, target: other.id,
                action: .yield(to: active, play: playing.report.play),
                expiresAt: instant.advanced(by: rules.commandLife))
        }
    }

    /// For the devices that have to stop because something plays that is none of them. None of them is the active one
    /// any more.
    mutating func yields(to speaker: DeviceID, at instant: Timestamp, rules: DeviceRules) -> [DeviceCommand] {
        active = nil
        return devices.values.filter(\.isPlaying).sorted { $0.id.text < $1.id.text }.map { device in
            DeviceCommand(
                by: instant, target: device.id, action: .yield(to: speaker, play: nil),
                expiresAt: instant.advanced(by: rules.commandLife))
        }
    }

    /// Forgets the lost device, or else the silent one, that was heard of the longest ago, where there are too many.
    private mutating func makeRoom(_ rules: DeviceRules) -> [DeviceID] {
        guard devices.count >= rules.devicesPerPerson else { return [] }
        let candidates = devices.values.filter(\.isLost)
        let oldest = (candidates.isEmpty ? Array(devices.values) : candidates).min { $0.heardAt < $1.heardAt }
        guard let oldest else { return [] }
        remove(oldest.id)
        return [oldest.id]
    }

    mutating func connect(_ id: DeviceID) {
        streams[id, default: 0] += 1
        devices[id]?.closedAt = nil
    }

    mutating func disconnect(_ id: DeviceID, now: Duration) {
        guard let open = streams[id] else { return }
        streams[id] = open > 1 ? open - 1 : nil
        if open <= 1 { devices[id]?.closedAt = now }
    }

    /// Whether a command can reach the device now.
    func isReachable(_ id: DeviceID) -> Bool {
        devices[id]?.isLost == false && streams[id] != nil
    }

    mutating func remove(_ id: DeviceID) {
        devices[id] = nil
        commands[id] = nil
        if active == id { active = nil }
    }

    /// Accepts a command, or refuses it by what is known of its target. A command that is sent again is accepted and
    /// not delivered a second time.
    mutating func accept(
        _ command: DeviceCommand, from speaker: DeviceState?, at instant: Timestamp, now: Duration, rules: DeviceRules
    ) throws(DomainError) -> (command: DeviceCommand, isNew: Bool) {
        guard let state = devices[command.target] else { throw .noSuchDevice }
        guard budget.take(at: now, rules) else { throw .tooManyReports }
        if let known = commands[command.target]?.first(where: { $0.id == command.id }) { return (known, false) }
        guard isReachable(command.target) else { throw .deviceGone }
        try check(command.action, on: state, from: speaker)
        var command = command
        command.expiresAt = instant.advanced(by: rules.commandLife)
        commands[command.target] = Array(
            ((commands[command.target] ?? []) + [command]).suffix(rules.rememberedCommands))
        return (command, true)
    }

    private func check(
        _ action: DeviceAction, on state: DeviceState, from speaker: DeviceState?
    ) throws(DomainError) {
        let has = { (key: Int64) in state.entries.contains { $0.key == key } }
        switch action {
        case .seek(_, let entry), .next(let entry), .previous(let entry):
            guard state.report.current == entry else { throw .deviceMovedOn }
        case .jump(let key):
            guard has(key) else { throw .entryGone }
        case .move(let key, let before):
            guard has(key), before.map(has) ?? true else { throw .entryGone }
        case .add(_, let before):
            guard before.map(has) ?? true else { throw .entryGone }
        case .takeOver(let source):
            guard let source = speaker ?? devices[source] else { throw .noSuchDevice }
            guard source.id != state.id, source.hasSomethingToOffer else { throw .nothingToContinue }
        case .play:
            guard state.hasSomethingToOffer else { throw .nothingToContinue }
        case .pause, .volume, .mute, .shuffle, .repeats, .remove, .clear, .yield: break
        }
    }

    /// A command that the device may still carry out.
    func command(_ id: String, of device: DeviceID, at instant: Timestamp) -> DeviceCommand? {
        commands[device]?.first { $0.id == id.lowercased() && $0.expiresAt >= instant }
    }

    /// Finds devices that are gone, and forgets those whose offer has ended. Nil where nothing has changed.
    mutating func expire(at instant: Timestamp, now: Duration, rules: DeviceRules) -> [DeviceID]? {
        var isChanged = false
        var dropped: [DeviceID] = []
        for state in devices.values {
            if let lostAt = state.lostAt {
                guard now - lostAt > rules.offered else { continue }
                remove(state.id)
                dropped.append(state.id)
                isChanged = true
            } else if isSilent(state, now: now, rules) {
                if lose(state.id, at: instant, now: now) { dropped.append(state.id) }
                isChanged = true
            }
        }
        return isChanged ? dropped : nil
    }

    private func isSilent(_ state: DeviceState, now: Duration, _ rules: DeviceRules) -> Bool {
        if let closedAt = state.closedAt, now - max(closedAt, state.heardAt) > rules.reconnection { return true }
        return now - state.heardAt > (state.report.isPlaying ? rules.playingSilence : rules.idleSilence)
    }

    /// Marks a device as gone, at the position that it can have reached when it was last heard of. True where it had
    /// nothing to offer and is forgotten.
    private mutating func lose(_ id: DeviceID, at instant: Timestamp, now: Duration) -> Bool {
        guard var state = devices[id] else { return false }
        guard state.hasSomethingToOffer else {
            remove(id)
            return true
        }
        let silence = now - max(state.heardAt, state.closedAt ?? .zero)
        let last = max(instant.advanced(by: .zero - max(silence, .zero)), state.at)
        state.report.position = state.position(at: last)
        state.at = last
        state.lostAt = now
        state.revision += 1
        devices[id] = state
        if active == id { active = nil }
        return false
    }
}

/// The effect of a report.
package struct DeviceOutcome: Sendable {
    package let state: DeviceState
    /// Whether other devices show anything else than before.
    package let isChanged: Bool
    /// For the devices that have to stop.
    let yields: [DeviceCommand]
    /// The devices that were forgotten.
    let dropped: [DeviceID]
}

/// A number of acts that may come at once, and grows again with time.
struct RateBudget: Sendable {
    private(set) var left: Double
    private(set) var at: Duration

    mutating func take(at now: Duration, _ rules: DeviceRules) -> Bool {
        left = min(left + max(now - at, .zero) / .seconds(10) * rules.burst, rules.burst)
        at = max(at, now)
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
