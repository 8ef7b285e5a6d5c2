import Foundation
import Listening
import NIOCore
import Primitives
import Support
import Testing

@testable import NetworkClients

/// Renderers with hostile replies. Their cost is limited, and they cannot redirect requests to other machines.
@Suite("Hostile renderers", .timeLimit(.minutes(2))) struct RendererClientTests {
    private static func client(_ networks: [String] = ["127.0.0.0/8"], whole: Duration = .seconds(20)) throws
        -> RendererClient
    {
        let networks = networks.compactMap { IPNetwork($0) }
        return RendererClient(
            fetcher: try PinnedFetcher(agent: "Rondo/test"),
            limits: LinkLimits(reach: .seconds(10), pace: .milliseconds(200), paceBytes: 16, whole: whole),
            networks: { networks })
    }

    private static func fault(_ steps: [FileServer.Step]) async throws -> RendererFault? {
        let renderer = try await FakeRenderer()
        renderer.change { $0.description = steps }
        do {
            _ = try await client().document(LinkAddress(renderer.location))
            return nil
        } catch let fault as RendererFault {
            return fault
        }
    }

    @Test("endless, slow and compressed replies are abandoned")
    func endless() async throws {
        let megabyte = [UInt8](repeating: 0x20, count: 1 << 20)
        let head = FileServer.head("200 OK", ["Content-Type: text/xml"])
        #expect(try await Self.fault([.send(head), .endless(megabyte, every: .zero)]) == .malformed)
        #expect(try await Self.fault([.send(head), .endless([0x20], every: .milliseconds(50))]) == .unreachable)
        #expect(try await Self.fault([.send(head + [0x3C]), .hold]) == .unreachable)
        #expect(
            try await Self.fault(
                FileServer.answer("200 OK", ["Content-Encoding: gzip"], [0x1F, 0x8B])) == .malformed)
        #expect(try await Self.fault(FileServer.answer("404 Not Found", [], [])) == .malformed)
    }

    @Test("a redirect is not followed")
    func redirect() async throws {
        let other = try await FakeRenderer()
        let steps = FileServer.answer("302 Found", ["Location: \(other.location)"], [])
        #expect(try await Self.fault(steps) == .malformed)
        #expect(other.connections == 0)
    }

    @Test("only addresses of the configured networks are reached")
    func networks() async throws {
        let renderer = try await FakeRenderer()
        let client = try Self.client(["10.0.0.0/8"])
        await #expect(throws: RendererFault.malformed) {
            _ = try await client.document(LinkAddress(renderer.location))
        }
        await #expect(throws: RendererFault.malformed) {
            _ = try await Self.client().document(LinkAddress("http://localhost:\(renderer.port)/description.xml"))
        }
        #expect(renderer.connections == 0)
    }

    @Test("of all devices that reply, only renderers are accepted, and the first with a name keeps it")
    func network() async throws {
        let (kitchen, thief, liar) = (try await FakeRenderer(), try await FakeRenderer(), try await FakeRenderer())
        let secret = try await FakeRenderer()
        thief.change { $0.description = FakeRenderer.xml("garbage") }
        liar.change {
            $0.description = FakeRenderer.xml(
                FakeRenderer.description(udn: "uuid:liar", control: "http://127.0.0.2:\(secret.port)/control"))
        }
        let network = RendererNetwork(
            client: try Self.client(), interfaces: { [] },
            fixed: try [kitchen, thief, liar].map { try LinkAddress($0.location) })
        let first = await network.look()
        #expect(first.map(\.name) == ["Kitchen"])
        let id = try #require(first.first?.id)
        #expect(network.device(id)?.takesNext == true && network.device(id)?.loudest == 50)
        #expect(network.device(id)?.sinks == kitchen.script.sinks)
        kitchen.change { $0.sinks = "http-get:*:audio/flac:*" }
        _ = await network.look()
        #expect(network.device(id)?.sinks != kitchen.script.sinks, "it is asked once")
        network.lost(id)
        _ = await network.look()
        #expect(network.device(id)?.sinks == kitchen.script.sinks, "and again after it was away")

        thief.change { $0.description = FakeRenderer.xml(FakeRenderer.description(name: "Thief")) }
        #expect(await network.look().map(\.name) == ["Kitchen"])
        #expect(network.device(id)?.location.port == kitchen.port)
        kitchen.change { $0.description = FakeRenderer.xml("", "500 Oops") }
        #expect(await network.look().map(\.name) == ["Thief"], "the first does not answer any more")
        thief.change { $0.description = FakeRenderer.xml("") }
        #expect(await network.look().isEmpty)
        #expect(network.device(id) != nil, "it may come back where it was")
        #expect(secret.connections == 0)
    }
}
