import Catalog
import Foundation
import NIOCore
import Primitives
import Support
import Testing

@testable import Listening
@testable import NetworkClients

/// The client against local servers with replies that Last.fm documents, and with broken ones.
@Suite("The Last.fm client", .timeLimit(.minutes(2))) struct LastFMClientTests {
    private struct Fixture {
        let client: LastFMClient
        let keys: ApplicationKeys

        init(
            _ root: String, port: Int, secret: String = "shh", isAllowed: Bool = true,
            limits: GuardedReader.Limits = .patient()
        ) throws {
            let networks = isAllowed ? [try LinkNetworkRule("127.0.0.1:\(port)")] : []
            let keys = ApplicationKeys(root: root, page: "https://fm.example/auth/", key: "KEY", secret: secret)
            self.keys = keys
            client = LastFMClient(
                reader: GuardedReader(
                    resolver: Names(), fetcher: try PinnedFetcher(agent: "Rondo/test"), limits: limits,
                    networks: { networks }), keys: { keys })
        }

        func submit(_ count: Int = 1) async throws -> ScrobbleReceipt {
            try await client.submit((0..<count).map(play), with: "SESSION-SECRET", at: keys.root)
        }

        func failure() async throws -> ScrobbleFailure? {
            do {
                _ = try await submit()
                return nil
            } catch let failure as ScrobbleFailure {
                return failure
            }
        }
    }

    private struct Names: NameResolver {
        func addresses(of host: String) async throws -> [IPAddress] { IPAddress(host).map { [$0] } ?? [] }
        func own() async throws -> Set<IPAddress> { [] }
    }

    private static func play(_ number: Int) -> Scrobble {
        let track = NamedTrack(
            recording: "b1a9c0e9-d987-4042-ae91-78d6a3267d69", title: "Żółw & \(number)=+%", artist: "Łona, Webber",
            album: number == 0 ? "" : "Nic", durationMilliseconds: 200_999)
        return Scrobble(
            play: ID("p\(number)"), track: track, playedAt: Timestamp(milliseconds: 1_700_000_000_999),
            client: "Tuner")
    }

    private static func answering(_ status: String, _ body: String) async throws -> FileServer {
        try await FileServer { _ in
            FileServer.answer(status, ["Content-Type: application/json"], Array(body.utf8))
        }
    }

    @Test("a signature follows the specification and sorts names by bytes") func signature() {
        #expect(
            LastFMParameters.signature(
                [("token", "xxxxxxx"), ("method", "auth.getSession"), ("api_key", "xxxxxxxx")], secret: "mysecret")
                == "68afb32bee072407a63b6c41f3e1e2b4")
        #expect(
            LastFMParameters.signature(
                [
                    ("artist[0]", "Łona"), ("artist[1]", "B"), ("artist[10]", "A"), ("album[0]", "Nic"),
                    ("method", "track.scrobble"), ("api_key", "KEY"),
                ], secret: "shh") == "97e5181996841fb7391111bdbdaf7e11")
    }

    @Test("a user's consent is requested, awaited, granted once, and gives a session") func consent() async throws {
        let server = try await LastFMServer()
        let fixture = try Fixture(server.root, port: server.port)
        let token = try await fixture.client.requestToken(with: fixture.keys)
        #expect(
            fixture.client.page(for: "a b&c", with: fixture.keys)
                == "https://fm.example/auth/?api_key=KEY&token=a%20b%26c")
        #expect(try await fixture.client.session(of: token, with: fixture.keys) == .pending)
        server.change { $0.isAllowed = true }
        #expect(
            try await fixture.client.session(of: token, with: fixture.keys)
                == .granted(name: "ada-fm", session: "SESSION-SECRET"))
        for spent in [token, "never-given"] {
            #expect(try await fixture.client.session(of: spent, with: fixture.keys) == .ended)
        }
        #expect(server.server.heads[0].hasPrefix("POST /2.0/ HTTP/1.1\r\n"))
        #expect(server.server.heads[0].contains("Content-Type: application/x-www-form-urlencoded\r\n"))
    }

    @Test("one or fifty plays are sent with complete names, and each gets its own result") func sent() async throws {
        let server = try await LastFMServer()
        let fixture = try Fixture(server.root, port: server.port)
        let one = try await fixture.submit()
        #expect(one.refused.isEmpty && one.delayed.isEmpty)
        server.change { $0.ignored = ["Żółw & 3=+%": 3, "Żółw & 7=+%": 5] }
        let many = try await fixture.submit(50)
        #expect(many.refused == [ID("p3"): "No 3"] && many.delayed == [ID("p7")])
        let call = try #require(server.calls("track.scrobble").last)
        #expect(call["artist[10]"] == "Łona, Webber" && call["timestamp[49]"] == "1700000000")
        #expect(call["duration[1]"] == "200" && call["album[0]"] == nil && call["album[1]"] == "Nic")
        #expect(call["mbid[2]"] == "b1a9c0e9-d987-4042-ae91-78d6a3267d69" && call["format"] == "json")
        try await fixture.client.announce(
            Self.play(1).track, by: "Tuner", with: "SESSION-SECRET", at: fixture.keys.root)
        let now = try #require(server.calls("track.updateNowPlaying").first)
        #expect(now["track"] == "Żółw & 1=+%" && now["timestamp"] == nil)
        // The same bytes each time, so the server stores the play once.
        _ = try await fixture.submit()
        let heads = server.server.heads.filter { $0.contains("timestamp%5B0%5D") && !$0.contains("timestamp%5B1%5D") }
        #expect(heads.count == 2 && heads[0] == heads[1])
    }

    @Test(
        "every error reply has its reason",
        arguments: [
            ("403 Forbidden", #"{"error":9,"message":"no"}"#, ScrobbleFailure.Reason.token),
            ("200 OK", #"{"error":"9","message":"no"}"#, .token), ("400 Bad Request", #"{"error":6}"#, .refused),
            ("400 Bad Request", #"{"error":7,"message":"odd"}"#, .refused), ("200 OK", #"{"error":4}"#, .application),
            ("403 Forbidden", #"{"error":10}"#, .application), ("403 Forbidden", #"{"error":13}"#, .application),
            ("403 Forbidden", #"{"error":26}"#, .application), ("500 No", #"{"error":8}"#, .failing),
            ("503 No", #"{"error":11}"#, .failing), ("503 No", #"{"error":16}"#, .failing),
            ("429 No", #"{"error":29}"#, .limit), ("429 No", "<html>", .limit), ("502 No", "down", .failing),
            ("404 Not Found", "{}", .malformed), ("403 Forbidden", "no", .malformed), ("200 OK", "[]", .malformed),
            ("200 OK", "\u{1}garbage", .malformed), ("200 OK", "{}", .malformed),
            ("200 OK", #"{"error":99}"#, .malformed),
            ("200 OK", #"{"scrobbles":{"scrobble":[]}}"#, .malformed),
            ("200 OK", #"{"scrobbles":{"scrobble":{"ignoredMessage":{"code":"x"}}}}"#, .malformed),
            ("200 OK", String(repeating: "[", count: 5000), .malformed),
        ])
    func refused(status: String, body: String, reason: ScrobbleFailure.Reason) async throws {
        let server = try await Self.answering(status, body)
        let fixture = try Fixture("http://127.0.0.1:\(server.port)/", port: server.port)
        let failure = try await fixture.failure()
        #expect(failure?.reason == reason)
        if reason == .refused { #expect(failure?.text.isEmpty == false) }
    }

    @Test("a wrong secret is an error of the application, and another address gets no signed request")
    func signed() async throws {
        let server = try await LastFMServer()
        let wrong = try Fixture(server.root, port: server.port, secret: "other")
        #expect(try await wrong.failure()?.reason == .application)
        let count = server.calls().count
        await #expect(throws: ScrobbleFailure(.application)) {
            try await wrong.client.submit([Self.play(1)], with: "SESSION-SECRET", at: "http://127.0.0.1:1/")
        }
        #expect(server.calls().count == count)
    }

    @Test("slow and endless replies end at their limits, and redirects are not followed")
    func bounds() async throws {
        let slow = try await FileServer { _ in
            [.send(FileServer.head("200 OK", ["Content-Length: 1000"])), .endless([0x20], every: .milliseconds(50))]
        }
        let large = try await FileServer { _ in
            [
                .send(FileServer.head("200 OK", [])),
                .endless([UInt8](repeating: 0x20, count: 1 << 16), every: .milliseconds(1)),
            ]
        }
        let other = try await LastFMServer()
        let moved = try await FileServer { _ in
            FileServer.answer("307 Temporary Redirect", ["Location: http://127.0.0.1:\(other.port)/2.0/"])
        }
        for (server, limits, reason) in [
            (slow, GuardedReader.Limits.patient(whole: .seconds(2)), ScrobbleFailure.Reason.slow),
            (large, .patient(bytes: 1 << 16), .large), (moved, .patient(), .redirected),
        ] {
            let fixture = try Fixture("http://127.0.0.1:\(server.port)/", port: server.port, limits: limits)
            #expect(try await fixture.failure()?.reason == reason)
        }
        #expect(other.server.connections == 0)
        let forbidden = try Fixture(other.root, port: other.port, isAllowed: false)
        #expect(try await forbidden.failure()?.reason == .forbidden)
        #expect(other.server.connections == 0)
    }

    @Test("plays are read page by page, without the playing one, and a single play is read like several")
    func listens() async throws {
        let server = try await LastFMServer()
        let fixture = try Fixture(server.root, port: server.port)
        server.change { $0.plays = [(1_600_000_300, "C"), (1_600_000_200, "B"), (1_600_000_100, "A")] }
        let page = { (before: Int64?) in
            try await fixture.client.listens(
                of: "ada-fm", before: before, with: "SESSION-SECRET", at: fixture.keys.root)
        }
        let first = try await page(nil)
        #expect(first.plays.map(\.track.title) == ["C", "B"] && first.oldest == 1_600_000_200)
        let last = try await page(1_600_000_200)
        #expect(last.plays.map(\.track.title) == ["A"] && last.plays.first?.track.artist == "John Cage")
        #expect(last.plays.first?.playedAt == Timestamp(milliseconds: 1_600_000_100_000))
        #expect(try await page(1_600_000_100) == ListenPage(plays: [], oldest: nil, pause: nil))
        let call = try #require(server.calls("user.getRecentTracks").last)
        #expect(call["limit"] == "200" && call["to"] == "1600000100" && call["user"] == "ada-fm")
        // An ignored bound, invalid times, and missing names.
        let odd = [
            #"{"name":"A","artist":{"name":"B"},"date":{"uts":"50"}}"#, #"{"name":"A","date":{"uts":"40"}}"#,
            ##"{"name":"A","artist":{"#text":"B"},"date":{"uts":"-1"}}"##, ##"{"name":"A","artist":{"#text":"B"}}"##,
            "7",
            ##"{"name":"A","artist":{"#text":"B"},"date":{"uts":"99"}}"##,
        ].joined(separator: ",")
        server.change { $0.answer = ("200 OK", #"{"recenttracks":{"track":[\#(odd)]}}"#) }
        let within = try await page(99)
        #expect(within.plays.map(\.track.artist) == ["B"] && within.oldest == 40)
    }
}
