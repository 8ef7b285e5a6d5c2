import Crypto
package import Listening
package import Primitives

/// A renderer with the addresses by which it is steered.
package struct RendererDevice: Sendable, Equatable {
    package let renderer: Renderer
    /// The address of its description.
    package let location: LinkAddress
    let transport: LinkAddress
    /// Nil for one whose volume cannot be set from outside.
    let volume: LinkAddress?
    /// Nil for one that does not list its formats.
    let connections: LinkAddress?
    let transportActions: LinkAddress?
    let volumeActions: LinkAddress?
    /// The list of its formats, as it gives it.
    package var sinks = ""
    /// The volume that stands for 100.
    var loudest = 100
    /// Whether a song can be named that follows without a gap.
    var takesNext = false

    /// The device that a description describes (UPnP Device Architecture 1.0, §2.1). All its addresses must be on the
    /// described host. Throws `malformed`.
    init(describedBy bytes: [UInt8], at location: LinkAddress) throws(RendererFault) {
        let root = try XMLElement.root(of: bytes)
        let kind = "urn:schemas-upnp-org:device:MediaRenderer:"
        let devices = root.all("device").filter { $0.value("deviceType")?.hasPrefix(kind) ?? false }
        guard root.name == "root", let device = devices.first, let name = device.value("UDN"),
            (1...256).contains(name.utf8.count)
        else { throw .malformed }
        let services = device["serviceList"]?.children ?? []
        var base = location
        if let text = root.value("URLBase") { base = try Self.address(text, on: location, from: location) }
        let transport = try Self.address(of: "AVTransport", "controlURL", services, location, base)
        guard let transport, let id = try? Self.id(of: name) else { throw .malformed }
        self.transport = transport
        volume = try Self.address(of: "RenderingControl", "controlURL", services, location, base)
        connections = try Self.address(of: "ConnectionManager", "controlURL", services, location, base)
        transportActions = try Self.address(of: "AVTransport", "SCPDURL", services, location, base)
        volumeActions = try Self.address(of: "RenderingControl", "SCPDURL", services, location, base)
        self.location = location
        let friendly = Renderer.shown(device.value("friendlyName") ?? "")
        let model = Renderer.shown(device.value("modelName") ?? "")
        renderer = Renderer(
            id: id, name: friendly.isEmpty ? location.host : friendly, model: model, address: location.host)
    }

    /// Takes in what its services say about themselves: their actions and the range of the volume.
    mutating func learn(transport: XMLElement?, volume: XMLElement?) {
        takesNext = transport?.all("action").contains { $0.value("name") == "SetNextAVTransportURI" } ?? false
        let variable = volume?.all("stateVariable").first { $0.value("name") == "Volume" }
        let most = variable?["allowedValueRange"]?.value("maximum").flatMap { Int($0) }
        loudest = most.flatMap { (1...65_535).contains($0) ? $0 : nil } ?? 100
    }

    /// An address of a service; nil for one that is not there.
    private static func address(
        of service: String, _ part: String, _ services: [XMLElement], _ location: LinkAddress, _ base: LinkAddress
    ) throws(RendererFault) -> LinkAddress? {
        let type = "urn:schemas-upnp-org:service:\(service):"
        let found = services.first { $0.value("serviceType")?.hasPrefix(type) ?? false }
        guard let text = found?.value(part) else { return nil }
        return try address(text, on: location, from: base)
    }

    private static func address(
        _ text: String, on location: LinkAddress, from base: LinkAddress
    ) throws(RendererFault) -> LinkAddress {
        guard text.utf8.count <= LinkAddress.longest, let address = try? base.following(text),
            address.host == location.host, address.scheme == .http
        else { throw .malformed }
        return address
    }

    /// An id of this renderer for ever: a UUID (RFC 9562, version 8) made of its own name.
    static func id(of name: String) throws -> DeviceID {
        var bytes = Array(SHA256.hash(data: Array("rondo renderer v1|\(name)".utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
        return try DeviceID(groups.joined(separator: "-"))
    }
}
