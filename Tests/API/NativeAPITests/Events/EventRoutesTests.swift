import Shelf
import HTTPSupport
import HTTPTypes
import Hummingbird
import Journal
import Listening
import NIOCore
import Primitives
import RouterSupport
import Synchronization
import Testing

@testable import Accounts
@testable import NativeAPI

@Suite("GET /api/v1/events")
struct EventRoutesTests {
    /// A user whose role the authorization field names.
    private static func authenticated(_ request: Request) throws -> Authenticated? {
        guard let text = request.headers[.authorization], let role = Role(rawValue: text) else { return nil }
        let now = Timestamp(milliseconds: 0)
        let user = User(id: ID("ada"), username: try Username("ada"), role: role, createdAt: now)
        let token = AccessToken(
            id: ID("token"), user: user.id, hash: TokenHash(of: "token"), label: "test",
            scopes: Set(AccessScope.allCases), createdAt: now)
        return Authenticated(token, of: user)
    }

    /// A router in which every session ends as soon as its stream has begun, together with a device. Streams therefore
    /// end by themselves.
    private func responder(
        scans: @escaping @Sendable () -> Void = {}
    ) async throws -> RouterResponder<GatewayContext> {
        var timing = EventTiming()
        timing.check = .milliseconds(1)
        let (revocations, listening) = (Revocations(), ListeningEvents())
        let hub = EventHub(log: MemoryEventLog())
        try await hub.start()
        let routes = EventRoutes(
            hub: hub, listening: listening, queue: { _ in (0, nil) },
            changes: { _ in AsyncStream<Set<SmartSource>>.makeStream().stream },
            catalogue: {
                revocations.revoke { _ in true }
                listening.send(.devices(by: nil), to: ID("ada"))
                return AsyncStream<Int64>.makeStream().stream
            },
            revision: { 7 },
            scans: {
                scans()
                return AsyncStream<Int64>.makeStream().stream.map {
                    CatalogueEventBody(revision: $0) as any JSONWritable
                }
            }, revocations: revocations, timing: timing)
        let router = Router(context: GatewayContext.self)
        for endpoint in routes.endpoints {
            for method in [HTTPRequest.Method.get, .head] {
                router.on(RouterPath(endpoint.path), method: method) { request, context in
                    var context = context
                    context.authenticated = try Self.authenticated(request)
                    let response = try await endpoint.handler(request, context)
                    return method == .head ? response.createHeadResponse() : response
                }
            }
        }
        return router.buildResponder()
    }

    @Test("is a stream that is never cached, ends with its session, and then reports no devices")
    func stream() async throws {
        let reply = try await responder().answer(.get, "/api/v1/events", [.authorization: "listener"])
        #expect(reply.status == .ok)
        #expect(reply.headers[.contentType] == "text/event-stream")
        #expect(reply.headers[.cacheControl] == "no-store")
        #expect(
            String(buffer: reply.body)
                == "id: 0\nretry: 3000\n\nid: 0\nevent: session\ndata: {\"ended\":true}\n\n")
    }

    @Test("requires the permission to browse")
    func access() {
        let routes = EventRoutes(
            hub: EventHub(log: MemoryEventLog()), listening: ListeningEvents(), queue: { _ in (0, nil) },
            changes: { _ in AsyncStream<Set<SmartSource>>.makeStream().stream },
            catalogue: { AsyncStream<Int64>.makeStream().stream }, revision: { 0 },
            scans: { AsyncStream<any JSONWritable>.makeStream().stream }, revocations: Revocations())
        #expect(routes.endpoints.map(\.access) == [.requires(.browse)])
    }

    @Test("subscribes to scans only for users who may manage libraries", arguments: [(Role.moderator, 0), (.admin, 1)])
    func scans(role: Role, expected: Int) async throws {
        let requests = Counter()
        let responder = try await responder(scans: { requests.increment() })
        let reply = try await responder.answer(.get, "/api/v1/events", [.authorization: role.rawValue])
        #expect(reply.status == .ok)
        #expect(requests.value == expected)
    }

    @Test("takes no slot for a HEAD request")
    func head() async throws {
        let responder = try await responder()
        for _ in 0..<40 {
            let reply = try await responder.answer(.head, "/api/v1/events", [.authorization: "listener"])
            #expect(reply.status == .ok)
        }
    }
}

private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func increment() { count.withLock { $0 += 1 } }
}
