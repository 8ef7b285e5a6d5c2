import Administration
import Catalog
import Gateway
import HTTPSupport
import Listening
import Logging
import NativeAPI
import NetworkClients
import Primitives
import SQLiteStore
import ServiceLifecycle
import Streaming
import Synchronization

/// The renderers of the local network as speakers. While an admin has them switched on, they are looked for, and fetch
/// what they are to play from a listener of their own. Only for the server: two processes would steer the same ones.
struct RendererFeature: Feature {
    /// How often renderers are looked for, and how often while an allowed one does not answer.
    private static let pauses = (usual: Duration.seconds(30), missing: Duration.seconds(5))
    /// How long an address opens a song after the song would have ended.
    private static let grace = Duration.seconds(3600)
    private static let upkeep = Duration.seconds(1)

    private let service: RendererService
    private let registry = RendererRegistry()
    private let network: RendererNetwork
    private let store: SQLiteRendererStore
    private let listener: RendererListener
    private let bases = ListenerBases()
    private let urls = SignedTrackURLs()
    private let client: RendererClient
    private let speakers: SpeakerFeature
    private let settings: SettingsService
    private let instance: Instance
    private let logger = Logger(label: "rondo.renderers")

    init(_ features: Features, _ streaming: StreamingFeature) throws {
        instance = features.instance
        settings = features.administration.settings
        speakers = features.listening.speakers
        let configuration = instance.settings.renderers
        let interfaces: @Sendable () throws -> [NetworkInterface] = {
            try NetworkInterface.find(configuration.interfaces)
        }
        client = RendererClient(
            fetcher: try PinnedFetcher(agent: "Rondo/\(Rondo.version) UPnP/1.0"),
            networks: { try interfaces().map(\.network) })
        network = RendererNetwork(client: client, interfaces: interfaces, fixed: configuration.descriptions)
        store = SQLiteRendererStore(instance.database)
        listener = RendererListener(
            urls: urls, registry: registry, transcoding: streaming.transcoding,
            limits: instance.settings.limits, shutdown: instance.settings.shutdown, clock: instance.clock)
        service = RendererService(
            store: store, registry: registry, directory: speakers.directory,
            hasNetwork: !configuration.interfaces.isEmpty, clock: instance.clock, onChange: speakers.onChange)
    }

    var endpoints: [Endpoint] { RendererRoutes.endpoints(renderers: service) }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        guard !instance.settings.renderers.interfaces.isEmpty else { return [] }
        return [
            jobs.make("renderers", .every(Self.upkeep)) {
                try await follow()
                if registry.isOn { try await serve() }
            }
        ]
    }

    /// Takes over what the admins want.
    private func follow() async throws {
        let isOn = try await settings.current().areRenderersOn
        if isOn, !registry.isOn { registry.set(allowed: try await store.allowed()) }
        if isOn != registry.isOn {
            registry.set(isOn: isOn)
            speakers.onChange()
        }
        for renderer in registry.allowed where !speakers.directory.contains(renderer.id) {
            speakers.directory.add(place(renderer))
        }
    }

    /// Works until renderers are switched off, or an interface has changed.
    private func serve() async throws {
        let interfaces = try NetworkInterface.find(instance.settings.renderers.interfaces)
        guard !interfaces.isEmpty else {
            throw DomainError(.unavailable, "None of renderers.interfaces is there with an IPv4 address")
        }
        defer { bases.clear() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            for interface in interfaces {
                group.addTask {
                    try await listener.run(host: interface.address.text, port: instance.settings.renderers.port) {
                        bases.set("http://\(interface.address.text):\($0)", for: interface.network)
                    }
                }
            }
            group.addTask {
                var waited = Self.pauses.usual
                while try NetworkInterface.find(instance.settings.renderers.interfaces) == interfaces {
                    if registry.isMissingOne || waited >= Self.pauses.usual {
                        if registry.update(answering: await network.look()) { speakers.onChange() }
                        waited = .zero
                    }
                    try await Task.sleep(for: Self.pauses.missing)
                    waited += Self.pauses.missing
                }
            }
            group.addTask {
                while registry.isOn {
                    try await Task.sleep(for: Self.upkeep)
                    try await follow()
                }
            }
            try await group.next()
        }
    }

    private func place(_ renderer: AllowedRenderer) -> SpeakerDirectory.Place {
        let (id, registry) = (renderer.id, registry)
        let output = RendererOutput(
            device: { [network] in network.device(id) }, client: client,
            onLoss: { [network, speakers] in
                registry.lost(id)
                network.lost(id)
                speakers.onChange()
            },
            song: { track, device, position in try await song(track, for: id, on: device, from: position) })
        var rules = SpeakerRules()
        // It tells whole seconds.
        (rules.drift, rules.resolution) = (.seconds(2), .seconds(1))
        let speaker = Speaker(
            id: id, name: renderer.name, output: output, store: SQLiteSpeakerStore(instance.database),
            clock: instance.clock, rules: rules, onChange: speakers.onChange)
        return SpeakerDirectory.Place(
            speaker, isOn: { registry.isOpen(id) }, isReachable: { registry.isReachable(id) })
    }

    /// The song as a renderer gets it. The person who added it was allowed to hear it.
    private func song(
        _ track: ID<Track>, for speaker: DeviceID, on device: RendererDevice, from position: Duration
    ) async throws -> RendererSong {
        guard let base = bases.base(for: device.renderer.address) else { throw SpeakerFailure.unavailable }
        let caller = Instance.operatorPrincipal
        let items = try await instance.catalogStore.items(for: [track], in: caller.libraries)
        guard let item = items.first, !item.isMissing,
            let audio = try await instance.catalogStore.source(of: track)?.audio
        else { throw SpeakerFailure.song }
        let choice = SinkFormats(device.sinks).choice(for: audio)
        let start = choice.isOriginal ? Duration.zero : position
        let length = Duration.milliseconds(audio.durationMilliseconds)
        let now = Duration.milliseconds(instance.clock.now().milliseconds)
        let claim = SignedTrackURLs.Claim(
            speaker: speaker, track: track, form: choice.form, offset: start.wholeMilliseconds,
            end: (now + length + Self.grace).components.seconds)
        return RendererSong(
            address: base + urls.path(of: claim, ending: choice.ending), mediaType: choice.mediaType,
            title: item.title, artist: item.artists.map(\.name).joined(separator: ", "), album: item.albumName,
            length: length, start: start, isSeekable: choice.isOriginal)
    }
}

/// The addresses of the listeners on the networks that they serve.
private final class ListenerBases: Sendable {
    private let bases = Mutex<[(network: IPNetwork, base: String)]>([])

    func set(_ base: String, for network: IPNetwork) {
        bases.withLock { $0.append((network, base)) }
    }

    func clear() { bases.withLock { $0 = [] } }

    /// The listener that a machine of a network reaches; nil where there is none.
    func base(for address: String) -> String? {
        guard let address = IPAddress(address) else { return nil }
        return bases.withLock { $0.first { $0.network.contains(address) }?.base }
    }
}
