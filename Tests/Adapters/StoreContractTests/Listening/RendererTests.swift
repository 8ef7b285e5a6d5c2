import Journal
import Listening
import Primitives
import StoreFixtures
import Support
import Testing

@Suite("Allowed renderers") struct RendererTests {
    private static let admin = Principal(user: ID("ada"), role: .admin)

    private struct Room {
        let fixture: ListeningFixture
        let registry = RendererRegistry()
        let service: RendererService
        let kitchen: Renderer

        init() async throws {
            fixture = try await ListeningFixture()
            service = RendererService(
                store: fixture.engine.renderers, registry: registry, directory: SpeakerDirectory(), hasNetwork: true,
                clock: fixture.clock, onChange: {})
            kitchen = Renderer(
                id: try DeviceID("7b1c3e0a-6c9e-4e62-9e3c-0b9b3b0c9d21"), name: "Kitchen", model: "Fake",
                address: "192.0.2.7")
            registry.set(isOn: true)
        }

        func set(_ id: DeviceID? = nil, isAllowed: Bool, as caller: Principal = admin) async throws {
            try await service.set(id ?? kitchen.id, isAllowed: isAllowed, as: caller, by: .gateway)
        }
    }

    @Test("an admin allows a discovered one, which keeps its name, and forbids it again; both are journaled")
    func roundTrip() async throws {
        let room = try await Room()
        let (id, registry) = (room.kitchen.id, room.registry)
        await #expect { try await room.set(isAllowed: true) } throws: { ($0 as? DomainError)?.code == .notFound }
        #expect(registry.update(answering: [room.kitchen]) && !registry.update(answering: [room.kitchen]))
        #expect(!registry.isOpen(id) && registry.isReachable(id) && registry.address(of: id) == nil)
        await #expect(throws: DomainError.self) {
            try await room.set(isAllowed: true, as: Principal(user: ID("bob"), role: .moderator))
        }
        try await room.set(isAllowed: true)
        try await room.set(isAllowed: true)
        #expect(registry.isOpen(id) && registry.address(of: id) == "192.0.2.7")
        #expect(try await room.fixture.engine.renderers.allowed().map(\.name) == ["Kitchen"])
        #expect(try await room.fixture.journal("renderer.allow") == 1)

        let renamed = Renderer(id: id, name: "Thief", model: "Fake", address: "192.0.2.8")
        #expect(registry.update(answering: [renamed]))
        #expect(try await room.service.report(as: Self.admin).items.map(\.name) == ["Kitchen"])
        #expect(registry.update(answering: []), "it is gone")
        #expect(registry.isMissingOne && !registry.isReachable(id))
        let item = try #require(try await room.service.report(as: Self.admin).items.first)
        #expect(item.isAllowed && !item.isReachable && item.address == "192.0.2.8")

        registry.set(isOn: false)
        #expect(!registry.isOpen(id) && registry.address(of: id) == nil)
        registry.set(isOn: true)
        try await room.set(isAllowed: false)
        #expect(!registry.isOpen(id))
        #expect(try await room.fixture.engine.renderers.allowed().isEmpty)
        #expect(try await room.fixture.journal("renderer.forbid") == 1)
    }

    @Test("the number of speakers is limited")
    func many() async throws {
        let room = try await Room()
        let renderers = try (10..<43).map { number in
            Renderer(
                id: try DeviceID("7b1c3e0a-6c9e-4e62-9e3c-0b9b3b0c9d\(number)"), name: "\(number)", model: "",
                address: "192.0.2.\(number)")
        }
        _ = room.registry.update(answering: renderers)
        for renderer in renderers.prefix(AllowedRenderer.most) { try await room.set(renderer.id, isAllowed: true) }
        await #expect { try await room.set(renderers[32].id, isAllowed: true) } throws: {
            ($0 as? DomainError)?.reason == "renderers_full"
        }
        #expect(try await room.fixture.engine.renderers.allowed().map(\.name) == renderers.prefix(32).map(\.name))
    }

    @Test("an untrusted name is shortened to one line")
    func names() {
        #expect(Renderer.shown("  A\u{0}B\n\u{202E}C\u{200B}  ") == "A B C")
        #expect(Renderer.shown(String(repeating: "x", count: 200)).count == 64)
        #expect(Renderer.shown("\u{7}\n") == "")
    }
}
