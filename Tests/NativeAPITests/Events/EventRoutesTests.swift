import HTTPSupport
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Listening
import NIOCore
import Primitives
import Synchronization
import Testing

@testable import NativeAPI

@Suite("GET /api/v1/events")
struct EventRoutesTests {
    /// Takes the role's name as a bearer token.
    private struct RoleAuthenticator: CallerAuthenticator {
        func principal(sessionToken: String) async throws -> Principal? { nil }

        func principal(bearerToken: String) async throws -> Principal? {
            Role(rawValue: bearerToken).map { Principal(user: ID("ada"), role: $0) }
        }
    }

    /// A router in which every session has ended by the first check, so that streams end by themselves.
    private func withClient(
        scans: @escaping @Sendable () -> Void = {}, _ body: @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        var timing = EventTiming()
        timing.check = .milliseconds(1)
        let routes = EventRoutes(
            listening: ListeningEvents(), catalogue: { AsyncStream<Int64>.makeStream().stream },
            scans: {
                scans()
                return AsyncStream<Int64>.makeStream().stream.map {
                    CatalogueEventBody(revision: $0) as any JSONWritable
                }
            }, isStillValid: { _ in false }, timing: timing)
        let router = Router(context: GatewayContext.self)
        let table = EndpointTable(routes.endpoints, access: AccessControl(authenticator: RoleAuthenticator())) {
            error, _ in
            Response(status: (error as? DomainError)?.code == .unauthenticated ? .unauthorized : .badRequest)
        }
        table.register(on: router)
        try await Application(router: router).test(.router, body)
    }

    @Test("is a stream that no cache keeps and that ends with its session")
    func stream() async throws {
        try await withClient { client in
            try await client.execute(
                uri: "/api/v1/events", method: .get, headers: [.authorization: "Bearer listener"]
            ) { response in
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "text/event-stream")
                #expect(response.headers[.cacheControl] == "no-store")
                #expect(
                    String(buffer: response.body)
                        == "retry: 3000\n\nevent: session\ndata: {\"ended\":true}\n\n")
            }
        }
    }

    @Test("is for those who are signed in")
    func anonymous() async throws {
        try await withClient { client in
            try await client.execute(uri: "/api/v1/events", method: .get) { #expect($0.status == .unauthorized) }
        }
    }

    @Test("asks for scans only for those who may manage libraries", arguments: [(Role.moderator, 0), (.admin, 1)])
    func scans(role: Role, expected: Int) async throws {
        let requests = Counter()
        try await withClient(scans: { requests.increment() }) { client in
            try await client.execute(
                uri: "/api/v1/events", method: .get, headers: [.authorization: "Bearer \(role.rawValue)"]
            ) { #expect($0.status == .ok) }
        }
        #expect(requests.value == expected)
    }

    @Test("takes no place when only the head is asked for")
    func head() async throws {
        try await withClient { client in
            for _ in 0..<40 {
                try await client.execute(
                    uri: "/api/v1/events", method: .head, headers: [.authorization: "Bearer listener"]
                ) { #expect($0.status == .ok) }
            }
        }
    }
}

private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func increment() { count.withLock { $0 += 1 } }
}
