import HTTPTypes
import Testing

@testable import Gateway

@Suite("A crash of the server") struct CrashTests {
    private func note(
        _ number: UInt8, connection: UInt64 = 0, begun: Int64 = 10_000, isAnswering: Bool = false
    ) -> NotedRequest {
        NotedRequest(
            fingerprint: RequestFingerprint([number]), label: "\(number)", connection: connection, begun: begun,
            isAnswering: isAnswering)
    }

    private func suspects(_ notes: [NotedRequest], connection: UInt64) -> [String] {
        Crash(connection: connection, at: 10_500).suspects(among: notes).map(\.label)
    }

    @Test("is blamed only on requests of the connection that the crashing thread served")
    func connection() {
        let notes = [note(1, connection: 7), note(2, connection: 8), note(3, connection: 8, begun: 1000)]
        #expect(suspects(notes, connection: 8) == ["2", "3"])
        #expect(suspects(notes, connection: 7) == ["1"])
    }

    @Test("is blamed on unanswered requests before streams, and on a young stream before an old one")
    func streams() {
        let young = note(2, connection: 7, isAnswering: true)
        let old = note(3, connection: 7, begun: 0, isAnswering: true)
        #expect(suspects([note(1, connection: 7), young, old], connection: 7) == ["1"])
        #expect(suspects([young, old], connection: 7) == ["2"])
        #expect(suspects([old], connection: 7) == ["3"])
    }

    @Test("on another thread is blamed on requests that had just arrived, never on running streams")
    func moment() {
        let notes = [
            note(1, connection: 1), note(2, connection: 2, begun: 9_400), note(3, connection: 3, isAnswering: true),
        ]
        #expect(suspects(notes, connection: 0) == ["1"])
        #expect(suspects(notes, connection: 99) == ["1"])
    }

    @Test("counts against a request, which is refused after the second unless it was answered in between")
    func counting() throws {
        let supervisor = try #require(RequestNotes())
        let server = try #require(RequestNotes(descriptor: supervisor.descriptor))
        #expect(server.key == supervisor.key && Set(server.key).count > 8)
        let (bad, good) = (RequestFingerprint([1]), RequestFingerprint([2]))
        func crash(_ fingerprints: [RequestFingerprint]) -> [Int] {
            supervisor.prepareForServer()
            let notes = fingerprints.map { server.begin($0, label: "GET /x/{id}") }
            defer { withExtendedLifetime(notes) {} }
            return supervisor.blame().map(\.crashes)
        }
        #expect(crash([bad, good]) == [1, 1])
        #expect(server.hasSuspects && !server.refuses(bad))
        server.acquit(good)
        #expect(crash([bad, good]) == [2, 1])
        #expect(server.refuses(bad) && !server.refuses(good))
        // Too late: the request has crashed the server twice.
        server.acquit(bad)
        #expect(server.refused().map(\.label) == ["GET /x/{id}"])
        #expect(server.refused().map(\.isNew) == [false])
        #expect(server.refuses(bad))
    }

    @Test("leaves no note of requests that were answered")
    func notes() throws {
        let notes = try #require(RequestNotes())
        var held: RequestNote? = notes.begin(RequestFingerprint([1]), label: "GET /a")
        #expect(held != nil)
        held = nil
        #expect(notes.blame().isEmpty)
        let many = (0..<2000).map { _ in notes.begin(RequestFingerprint([2]), label: "GET /b") }
        #expect(many.count { $0 != nil } == 1024)
    }

    @Test("a fingerprint covers method, target, fields and body, but no credentials")
    func fingerprints() {
        let fingerprints = RequestFingerprints(key: Array(0..<32))
        func of(_ method: HTTPRequest.Method, _ target: String, _ fields: HTTPFields = [:]) -> RequestFingerprint {
            fingerprints.fingerprint(of: method, target, fields)
        }
        let plain = of(.get, "/rest/stream?id=1&u=ada", [.range: "bytes=0-"])
        #expect(plain == of(.get, "/rest/stream?id=1&u=ada&t=123&s=456&p=x&apiKey=k", [.range: "bytes=0-"]))
        #expect(plain == of(.get, "/rest/stream?id=1&u=ada", [.range: "bytes=0-", .cookie: "a", .authorization: "b"]))
        #expect(plain != of(.post, "/rest/stream?id=1&u=ada", [.range: "bytes=0-"]))
        #expect(plain != of(.get, "/rest/stream?id=2&u=ada", [.range: "bytes=0-"]))
        #expect(plain != of(.get, "/rest/stream?id=1&u=ada", [.range: "bytes=1-"]))
        #expect(plain != RequestFingerprints(key: Array(1..<33)).fingerprint(of: .get, "/rest/stream?id=1&u=ada", [:]))
        #expect(fingerprints.fingerprint(of: plain, withBody: [1]) != fingerprints.fingerprint(of: plain, withBody: []))
        let bytes = RequestFingerprint(0..<16).withBytes { Array(UnsafeBufferPointer(start: $0, count: 16)) }
        #expect(bytes == Array(0..<16))
    }

    @Test("is followed by an immediate restart, unless the server was never ready or keeps crashing")
    func pacing() {
        var (pacing, now) = (RestartPacing(), ContinuousClock.now)
        for _ in 0..<10 {
            #expect(pacing.wait(afterReady: true, at: now) < .milliseconds(100))
            now += .seconds(2)
        }
        let unready = (0..<8).map { _ in pacing.wait(afterReady: false, at: now) }
        #expect(unready == unready.sorted() && unready.last == .seconds(5))
        #expect(pacing.wait(afterReady: true, at: now) < .milliseconds(100))
        let busy = (0..<40).map { _ in pacing.wait(afterReady: true, at: now) }
        #expect(busy.last == .seconds(5))
        #expect(pacing.wait(afterReady: true, at: now + .seconds(61)) < .milliseconds(100))
    }
}
