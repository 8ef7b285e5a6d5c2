package import Listening
package import Primitives
import Synchronization

/// The renderers that answer on the named networks.
package final class RendererNetwork: Sendable {
    /// More are not taken in: a network full of made-up renderers costs no more than this.
    static let most = 64

    private let client: RendererClient
    private let interfaces: @Sendable () throws -> [NetworkInterface]
    private let fixed: [LinkAddress]
    private let state = Mutex(State())

    private struct State {
        var devices: [DeviceID: RendererDevice] = [:]
        /// Those that answered the last time. One that was away may be another version of itself.
        var answering: Set<DeviceID> = []
    }

    /// - Parameters:
    ///   - interfaces: the named interfaces that are there at the moment.
    ///   - fixed: the addresses of descriptions that the operator has given, for networks without multicast.
    package init(
        client: RendererClient, interfaces: @escaping @Sendable () throws -> [NetworkInterface], fixed: [LinkAddress]
    ) {
        self.client = client
        self.interfaces = interfaces
        self.fixed = fixed
    }

    package func device(_ id: DeviceID) -> RendererDevice? { state.withLock { $0.devices[id] } }

    /// Notes that a renderer did not answer, so that it is asked anew for everything when it does.
    package func lost(_ id: DeviceID) {
        state.withLock { _ = $0.answering.remove(id) }
    }

    /// Looks for renderers, and asks those that are known whether they are still there. Returns all that answer. One
    /// that takes the name of another is believed only when that one does not answer any more.
    package func look() async -> [Renderer] {
        let state = state.withLock { $0 }
        let known = state.devices
        let fresh = known.filter { state.answering.contains($0.key) }
        var answering: [DeviceID: RendererDevice] = [:]
        for device in await describe(Set(known.values.map(\.location)), fresh) where known[device.renderer.id] != nil {
            answering[device.renderer.id] = device
        }
        var locations = Set(fixed)
        for interface in (try? interfaces()) ?? [] {
            locations.formUnion((try? await RendererSearch.locations(on: interface)) ?? [])
        }
        locations.subtract(answering.values.map(\.location))
        let left = locations.sorted { $0.text < $1.text }.prefix(max(0, Self.most - answering.count))
        for device in await describe(Set(left), fresh) where answering[device.renderer.id] == nil {
            answering[device.renderer.id] = device
        }
        let now = answering
        // Those that are gone stay known: they may come back where they were.
        self.state.withLock { state in
            state.answering = Set(now.keys)
            state.devices.merge(now) { $1 }
            let away = state.devices.keys.filter { now[$0] == nil }.sorted { $0.text < $1.text }
            for id in away.dropFirst(Self.most) { state.devices[id] = nil }
        }
        return now.values.map(\.renderer)
    }

    private func describe(
        _ locations: Set<LinkAddress>, _ fresh: [DeviceID: RendererDevice]
    ) async -> [RendererDevice] {
        await withTaskGroup(of: RendererDevice?.self) { group in
            for location in locations { group.addTask { try? await self.describe(location, fresh) } }
            var found: [RendererDevice] = []
            for await device in group { if let device { found.append(device) } }
            return found.sorted { $0.location.text < $1.location.text }
        }
    }

    private func describe(
        _ location: LinkAddress, _ fresh: [DeviceID: RendererDevice]
    ) async throws(RendererFault) -> RendererDevice {
        var device = try RendererDevice(describedBy: try await client.document(location), at: location)
        if let before = fresh[device.renderer.id], before.location == location, before.transport == device.transport {
            return before
        }
        device.learn(
            transport: await document(device.transportActions), volume: await document(device.volumeActions))
        if let connections = device.connections {
            let answer = try? await client.call("GetProtocolInfo", of: .connections, at: connections)
            device.sinks = answer?["Sink"] ?? ""
        }
        return device
    }

    private func document(_ address: LinkAddress?) async -> XMLElement? {
        guard let address, let bytes = try? await client.document(address) else { return nil }
        return try? XMLElement.root(of: bytes)
    }
}
