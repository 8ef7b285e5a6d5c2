package import Accounts
package import Catalog
package import Primitives

/// Connects the open devices of a user: they see each other, and one takes over from another or steers it. Nobody else
/// learns of them.
package struct DeviceService: Sendable {
    private let registry: DeviceRegistry
    private let catalog: any CatalogStore
    private let tracker: PlaybackTracker
    private let events: ListeningEvents
    private let revocations: Revocations
    private let speakers: SpeakerService
    private let clock: any WallClock
    private let monotonic = SystemMonotonicClock()

    /// - Parameters:
    ///   - revocations: a device is forgotten as soon as the credential that it reported with ends.
    ///   - speakers: are listed and steered like devices by those who may use them.
    package init(
        registry: DeviceRegistry, catalog: any CatalogStore, tracker: PlaybackTracker, events: ListeningEvents,
        revocations: Revocations, speakers: SpeakerService, clock: any WallClock = SystemWallClock()
    ) {
        self.registry = registry
        self.catalog = catalog
        self.tracker = tracker
        self.events = events
        self.revocations = revocations
        self.speakers = speakers
        self.clock = clock
    }

    /// Takes in what a device says about itself. Entries of tracks that the caller may not hear are left out. Throws
    /// `notFound` for such a current track, and `rateLimited`.
    package func report(_ report: DeviceReport, as authenticated: Authenticated) async throws -> DeviceStamp {
        let caller = authenticated.principal
        try caller.require(.listen)
        var report = report
        let named = Set(report.entries?.map(\.track) ?? []).union(report.track.map { [$0] } ?? [])
        let isNews = report.entries != nil || registry.device(report.id, of: caller.user)?.report.track != report.track
        if isNews, !named.isEmpty {
            let known = try await catalog.known(named, in: caller.libraries)
            if let track = report.track, !known.contains(track) {
                throw DomainError.notFound("There is no track with this id")
            }
            report.entries = report.entries?.filter { known.contains($0.track) }
        }
        let (id, user, instant) = (report.id, caller.user, clock.now())
        let outcome = try registry.report(report, as: caller, at: instant, now: monotonic.now()) {
            revocations.open(for: authenticated) { [registry, events] in
                if registry.remove(id, of: user) { events.send(.devices(by: nil), to: user) }
            }
        }
        if outcome.isChanged { events.send(.devices(by: id), to: user) }
        for command in outcome.yields { events.send(.command(command), to: user) }
        return DeviceStamp(state: outcome.state, now: instant)
    }

    /// The caller's devices, and the players of other protocols that report to the server.
    package func devices(as caller: Principal) async throws -> DeviceList {
        try caller.require(.listen)
        let (states, active, reachable) = registry.devices(of: caller.user)
        let now = monotonic.now()
        let sessions = Set(states.compactMap(\.session))
        let plays = Set(states.compactMap(\.report.play))
        let remote = tracker.nowPlaying(of: caller.user, now: now).filter { play in
            !plays.contains(play.id) && !(play.session.map(sessions.contains) ?? false)
        }
        let shared = try await speakers.seen(by: caller)
        let playing = states + shared.map(\.state)
        let wanted = Set(playing.compactMap(\.report.track) + remote.map(\.track))
        let items = try await catalog.itemsByID(wanted, in: caller.libraries)
        return DeviceList(
            now: clock.now(),
            devices: states.map { state in
                DeviceItem(
                    state: state, track: state.report.track.flatMap { items[$0] }, isActive: state.id == active,
                    isReachable: reachable.contains(state.id),
                    isSameBrowser: state.session != nil && state.session == caller.session)
            }
                + shared.map { speaker in
                    DeviceItem(
                        state: speaker.state, track: speaker.state.report.track.flatMap { items[$0] },
                        isActive: speaker.isActive, isReachable: speaker.isReachable, isSameBrowser: false,
                        isShared: true)
                },
            players: remote.compactMap { play in
                items[play.track].map {
                    NowPlayingItem(play: play, track: $0, position: play.position(at: now), silence: now - play.heardAt)
                }
            })
    }

    /// A device's queue, without the tracks that the caller may not hear.
    ///
    /// - Parameter command: the id of a command to this device; then the tracks that it adds, keyed by their place.
    package func queue(of device: DeviceID, adding command: String?, as caller: Principal) async throws -> DeviceQueue {
        try caller.require(.listen)
        let instant = clock.now()
        let speaker = try await speakers.speaker(device, for: caller)?.state().state
        guard let state = speaker ?? registry.device(device, of: caller.user) else { throw DomainError.noSuchDevice }
        var entries = state.entries
        if let command {
            guard let known = registry.command(command, to: device, of: caller.user, at: instant),
                case .add(let tracks, _) = known.action
            else { throw DomainError.notFound("There is no such command") }
            entries = tracks.enumerated().map { DeviceEntry(key: Int64($0.offset), track: $0.element) }
        }
        let items = try await catalog.itemsByID(entries.map(\.track), in: caller.libraries)
        return DeviceQueue(
            state: state, now: instant,
            entries: entries.compactMap { entry in
                items[entry.track].flatMap { $0.isMissing ? nil : (key: entry.key, track: $0) }
            })
    }

    /// Sends a command to a device. Throws `notFound` for a device that is not the caller's or was forgotten,
    /// `conflict` where it cannot be reached or the command is about something that has changed (see the reasons
    /// beside `DeviceCommand`), and `invalid` for tracks that the caller may not hear.
    package func send(_ command: DeviceCommand, as caller: Principal) async throws -> DeviceCommand {
        try caller.require(.listen)
        if let speaker = try await speakers.speaker(command.target, for: caller) {
            try await speakers.perform(command, on: speaker, as: caller)
            // It has been carried out.
            var command = command
            command.expiresAt = clock.now()
            return command
        }
        if case .add(let tracks, _) = command.action {
            guard registry.device(command.target, of: caller.user) != nil else { throw DomainError.noSuchDevice }
            guard try await catalog.knows(tracks, in: caller.libraries) else { throw DomainError.unknownQueueTrack }
        }
        var speaker: Speaker?
        if case .takeOver(let source) = command.action { speaker = try await speakers.speaker(source, for: caller) }
        let accepted = try registry.accept(
            command, from: try await speaker?.state().state, of: caller.user, at: clock.now(), now: monotonic.now())
        if accepted.isNew { events.send(.command(accepted.command), to: caller.user) }
        return accepted.command
    }

    /// Forgets a device of the caller's, with what it has on offer.
    package func remove(_ device: DeviceID, as caller: Principal) throws {
        try caller.require(.listen)
        guard registry.remove(device, of: caller.user) else { throw DomainError.noSuchDevice }
        events.send(.devices(by: device), to: caller.user)
    }

    /// Notes that a device listens to events, so that commands reach it, for as long as the returned value is not
    /// closed.
    package func connect(_ device: DeviceID, as caller: Principal) -> DeviceConnection? {
        guard caller.may(.listen) else { return nil }
        registry.connect(device, of: caller.user, now: monotonic.now())
        return DeviceConnection { [registry, monotonic] in
            registry.disconnect(device, of: caller.user, now: monotonic.now())
        }
    }

    /// Finds the devices that are gone. To be called every second or two.
    package func expire() {
        for user in registry.expire(at: clock.now(), now: monotonic.now()) {
            events.send(.devices(by: nil), to: user)
        }
    }
}

/// The answer to a device's report.
package struct DeviceStamp: Sendable {
    package let state: DeviceState
    package let now: Timestamp
}

/// A user's devices at one moment.
package struct DeviceList: Sendable {
    package let now: Timestamp
    package let devices: [DeviceItem]
    /// Players that report what they play and cannot be steered.
    package let players: [NowPlayingItem]
}

package struct DeviceItem: Sendable {
    package let state: DeviceState
    /// Nil where nothing is loaded, and where the caller may not hear it.
    package let track: TrackItem?
    package let isActive: Bool
    /// Whether commands reach it.
    package let isReachable: Bool
    /// Whether it is the caller's own tab or another one of the same browser, by their session.
    package let isSameBrowser: Bool
    /// Whether it is a speaker that several people use.
    package var isShared = false
}

/// A device's queue with its tracks.
package struct DeviceQueue: Sendable {
    package let state: DeviceState
    package let now: Timestamp
    package let entries: [(key: Int64, track: TrackItem)]
}

/// An event stream of a device.
package final class DeviceConnection: Sendable {
    private let onClose: @Sendable () -> Void

    init(onClose: @escaping @Sendable () -> Void) {
        self.onClose = onClose
    }

    /// To be called once, when the stream ends.
    package func close() { onClose() }
}
