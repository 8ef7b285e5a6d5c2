package import Primitives

/// Speaks to renderers by HTTP (UPnP Device Architecture 1.0, §2 and §3): connects to addresses of the named networks
/// alone, follows no redirect, and reads short answers only.
package struct RendererClient: Sendable {
    package enum Service: String, Sendable {
        case transport = "AVTransport"
        case volume = "RenderingControl"
        case connections = "ConnectionManager"

        var type: String { "urn:schemas-upnp-org:service:\(rawValue):1" }
    }

    /// The length of the longest answer that is read.
    static let longest = 256 << 10

    private let fetcher: PinnedFetcher
    private let networks: @Sendable () async throws -> [IPNetwork]
    private let limits: LinkLimits

    /// - Parameter networks: the networks of the interfaces that the operator has named.
    package init(
        fetcher: PinnedFetcher,
        limits: LinkLimits = LinkLimits(reach: .seconds(3), pace: .seconds(3), paceBytes: 1, whole: .seconds(5)),
        networks: @escaping @Sendable () async throws -> [IPNetwork]
    ) {
        self.fetcher = fetcher
        self.limits = limits
        self.networks = networks
    }

    /// A document at an address.
    func document(_ address: LinkAddress) async throws(RendererFault) -> [UInt8] {
        let answer = try await send(address, fields: [], body: nil)
        guard answer.status == 200 else { throw .malformed }
        return answer.content
    }

    /// Calls an action, and returns its results by name.
    func call(
        _ action: String, of service: Service, at address: LinkAddress,
        _ arguments: [(name: String, value: String)] = []
    ) async throws(RendererFault) -> [String: String] {
        let answer = try await send(
            address, fields: [("SOAPACTION", "\"\(service.type)#\(action)\"")],
            body: RequestBody(
                bytes: Array(SOAPMessage.request(action, of: service.type, arguments).utf8),
                type: "text/xml; charset=\"utf-8\""))
        guard answer.status == 200 || answer.status == 500 else { throw .malformed }
        return try SOAPMessage.results(of: action, in: answer.content)
    }

    private func send(
        _ address: LinkAddress, fields: [(name: String, value: String)], body: RequestBody?
    ) async throws(RendererFault) -> (status: Int, content: [UInt8]) {
        guard address.scheme == .http, let peer = IPAddress(address.host) else { throw .malformed }
        let allowed = (try? await networks()) ?? []
        guard allowed.contains(where: { $0.contains(peer) }) else { throw .malformed }
        do {
            return try await fetcher.sending(accept: "text/xml", fields: fields, body: body)
                .fetch(address, from: [peer], within: limits, until: .now + limits.whole) { reply, next in
                    // An answer that leads elsewhere has another status than those that are accepted.
                    (reply.status, try await reply.content(upTo: Self.longest, next))
                }
        } catch LinkFailure.broken, LinkFailure.compressed, LinkFailure.tooLarge {
            throw .malformed
        } catch {
            throw .unreachable
        }
    }
}

/// The messages of SOAP 1.1 as UPnP uses them.
enum SOAPMessage {
    static func request(_ action: String, of type: String, _ arguments: [(name: String, value: String)]) -> String {
        let inner = arguments.map { "<\($0.name)>\(escaped($0.value))</\($0.name)>" }.joined()
        return #"<?xml version="1.0" encoding="utf-8"?>"#
            + #"<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" "#
            + #"s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>"#
            + #"<u:\#(action) xmlns:u="\#(type)">\#(inner)</u:\#(action)></s:Body></s:Envelope>"#
    }

    /// Throws `refused` for a fault, and `malformed` for what is neither.
    static func results(of action: String, in bytes: [UInt8]) throws(RendererFault) -> [String: String] {
        let root = try XMLElement.root(of: bytes)
        guard root.name == "Envelope", let answer = root["Body"]?.children.first else { throw .malformed }
        if answer.name == "Fault" {
            throw .refused(answer.all("errorCode").first.flatMap { Int($0.text) } ?? 501)
        }
        guard answer.name == "\(action)Response" else { throw .malformed }
        return Dictionary(answer.children.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
    }

    /// For text and attributes.
    static func escaped(_ text: String) -> String {
        text.escapedForXML.replacing("\"", with: "&quot;").replacing("'", with: "&apos;")
    }
}

/// The reason why a renderer did not do what it was asked.
enum RendererFault: Error, Equatable {
    /// Nothing answers there, or too slowly.
    case unreachable
    /// The answer is none, too long, or leads elsewhere.
    case malformed
    /// The renderer refuses, with UPnP's number (UPnP Device Architecture 1.0, §3.2.2; AVTransport:1, §2.4).
    case refused(Int)

    /// The action cannot be taken in the present state, but soon.
    static let notYet = RendererFault.refused(701)
}
