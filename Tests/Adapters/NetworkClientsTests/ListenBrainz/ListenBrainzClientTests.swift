import Catalog
import Foundation
import Listening
import NIOCore
import NetworkClients
import Primitives
import Support
import Testing

/// The client against local servers with replies that ListenBrainz documents, and with broken ones.
@Suite("The ListenBrainz client", .timeLimit(.minutes(2))) struct ListenBrainzClientTests {
    private struct Fixture {
        let server: FileServer
        let client: ListenBrainzClient
        let base: String

        init(
            isAllowed: Bool = true, limits: GuardedReader.Limits = .patient(),
            _ respond: @escaping @Sendable (_ request: String) -> [FileServer.Step]
        ) async throws {
            server = try await FileServer(respond)
            base = "http://127.0.0.1:\(server.port)/listens"
            let networks = isAllowed ? [try LinkNetworkRule("127.0.0.1:\(server.port)")] : []
            client = ListenBrainzClient(
                reader: GuardedReader(
                    resolver: Names(), fetcher: try PinnedFetcher(agent: "Rondo/test"), limits: limits,
                    networks: { networks }))
        }

        func submit(_ plays: [Scrobble] = [play(1)]) async throws -> Duration? {
            try await client.submit(plays, with: "TOKEN", at: base).pause
        }

        func failure(_ plays: [Scrobble] = [play(1)]) async throws -> ScrobbleFailure? {
            do {
                _ = try await submit(plays)
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
            recording: "b1a9c0e9-d987-4042-ae91-78d6a3267d69", title: "Żółw \(number)", artist: "Łona, Webber",
            album: "Nic", durationMilliseconds: 200_000)
        return Scrobble(
            play: ID("p\(number)"), track: track, playedAt: Timestamp(milliseconds: 1_700_000_000_999),
            client: "Tuner")
    }

    private static func json(
        _ text: String, _ status: String = "200 OK", _ fields: [String] = []
    ) -> [FileServer.Step] {
        FileServer.answer(status, ["Content-Type: application/json"] + fields, Array(text.utf8))
    }

    private static let listen =
        #"{"listened_at":1700000000,"track_metadata":{"additional_info":{"duration_ms":200000,"media_player":"Tuner","recording_mbid":"b1a9c0e9-d987-4042-ae91-78d6a3267d69","submission_client":"Rondo"},"artist_name":"Łona, Webber","release_name":"Nic","track_name":"Żółw 1"}}"#

    @Test("a token's user name is requested") func token() async throws {
        let fixture = try await Fixture { request in
            request.contains("Token TOKEN\r\n")
                ? Self.json(#"{"code":200,"message":"Token valid.","valid":true,"user_name":"bo"}"#)
                : Self.json(#"{"code":200,"message":"Token invalid.","valid":false}"#)
        }
        #expect(try await fixture.client.name(of: "TOKEN", at: fixture.base) == "bo")
        #expect(try await fixture.client.name(of: "OTHER", at: fixture.base) == nil)
        #expect(fixture.server.heads[0].hasPrefix("GET /listens/1/validate-token HTTP/1.1\r\n"))
    }

    @Test("one or several plays are sent as documented, and a listen has the same bytes in both")
    func sent() async throws {
        let fixture = try await Fixture { _ in
            Self.json(#"{"status":"ok"}"#, "200 OK", ["X-RateLimit-Remaining: 0", "X-RateLimit-Reset-In: 7"])
        }
        #expect(try await fixture.submit() == .seconds(7))
        _ = try await fixture.submit([Self.play(1), Self.play(2)])
        let (single, several) = (fixture.server.heads[0], fixture.server.heads[1])
        #expect(single.hasPrefix("POST /listens/1/submit-listens HTTP/1.1\r\n"))
        for field in ["Content-Type: application/json\r\n", "Authorization: Token TOKEN\r\n"] {
            #expect(single.contains(field))
        }
        #expect(single.hasSuffix("\r\n\r\n" + #"{"listen_type":"single","payload":[\#(Self.listen)]}"#), "\(single)")
        #expect(several.contains(#"{"listen_type":"import","payload":[\#(Self.listen),{"#))
        try await fixture.client.announce(Self.play(3).track, by: "Tuner", with: "TOKEN", at: fixture.base)
        let now = fixture.server.heads[2]
        #expect(now.contains(#"{"listen_type":"playing_now","payload":[{"track_metadata":"#))
        #expect(!now.contains("listened_at"))
    }

    @Test(
        "every error reply has its reason",
        arguments: [
            ("400 Bad Request", #"{"code":400,"error":"track_name is odd"}"#, ScrobbleFailure.Reason.refused),
            ("413 Content Too Large", #"{"code":413,"error":"too large"}"#, .refused),
            ("400 Bad Request", "<html>", .malformed), ("401 Unauthorized", #"{"code":401,"error":"no"}"#, .token),
            ("403 Forbidden", "", .token), ("404 Not Found", "{}", .malformed),
            ("429 Too Many Requests", "{}", .limit), ("503 Service Unavailable", "down", .failing),
            ("200 OK", "\u{1}garbage", .malformed), ("200 OK", "[]", .malformed),
            ("200 OK", #"{"status":"no"}"#, .malformed), ("200 OK", String(repeating: "[", count: 5000), .malformed),
        ])
    func refused(status: String, body: String, reason: ScrobbleFailure.Reason) async throws {
        let fixture = try await Fixture { _ in Self.json(body, status, ["Retry-After: 30"]) }
        let failure = try await fixture.failure()
        #expect(failure?.reason == reason)
        if [.limit, .failing].contains(reason) { #expect(failure?.retryAfter == .seconds(30)) }
        if reason == .refused { #expect(failure?.text.isEmpty == false) }
    }

    @Test("slow replies, one of 100 MB and interrupted ones end at their limits") func bounds() async throws {
        let silent = try await Fixture(limits: .patient(reach: .milliseconds(400))) { _ in [.hold] }
        #expect(try await silent.failure()?.reason == .unreachable)
        let slow = try await Fixture(limits: .patient(whole: .seconds(2))) { _ in
            [.send(FileServer.head("200 OK", ["Content-Length: 1000"])), .endless([0x20], every: .milliseconds(50))]
        }
        #expect(try await slow.failure()?.reason == .slow)
        for fields in [["Content-Length: 104857600"], []] {
            let large = try await Fixture(limits: .patient(bytes: 1 << 16)) { _ in
                [
                    .send(FileServer.head("200 OK", fields)),
                    .endless([UInt8](repeating: 0x20, count: 1 << 16), every: .milliseconds(1)),
                ]
            }
            #expect(try await large.failure()?.reason == .large)
        }
        let broken = try await Fixture { _ in
            [.send(FileServer.head("200 OK", ["Content-Length: 1000"])), .send([0x7B])]
        }
        #expect(try await broken.failure()?.reason == .malformed)
    }

    @Test("plays are not sent to redirects, and tokens not to other servers or forbidden addresses")
    func redirected() async throws {
        let other = try await FileServer { _ in Self.json(#"{"status":"ok"}"#) }
        for status in ["302 Found", "307 Temporary Redirect"] {
            let fixture = try await Fixture { _ in
                FileServer.answer(status, ["Location: http://127.0.0.1:\(other.port)/1/submit-listens"])
            }
            #expect(try await fixture.failure()?.reason == .redirected)
            await #expect(throws: ScrobbleFailure.self) {
                try await fixture.client.name(of: "TOKEN", at: fixture.base)
            }
        }
        #expect(other.connections == 0)
        let forbidden = try await Fixture(isAllowed: false) { _ in Self.json(#"{"status":"ok"}"#) }
        #expect(try await forbidden.failure()?.reason == .forbidden)
        #expect(forbidden.server.connections == 0)
    }

    @Test("listens are read with their names, and skipped without them") func listens() async throws {
        let bodies = [
            #"{"listened_at":1700000100,"track_metadata":{"track_name":"A","artist_name":"B","release_name":"C","additional_info":{"isrc":"X","duration_ms":5000,"media_player":"M"},"mbid_mapping":{"recording_mbid":"R"}}}"#,
            #"{"listened_at":1700000050,"track_metadata":{"track_name":" ","artist_name":"B"}}"#,
            #"{"listened_at":"x"}"#, "7",
            #"{"listened_at":1700000999,"track_metadata":{"track_name":"A","artist_name":"B"}}"#,
        ].joined(separator: ",")
        let fixture = try await Fixture { _ in
            Self.json(#"{"payload":{"count":5,"listens":[\#(bodies)],"user_id":"bo"}}"#)
        }
        let page = try await fixture.client.listens(
            of: "b-o/é", before: 1_700_000_500, with: "TOKEN", at: fixture.base)
        #expect(page.oldest == 1_700_000_050 && page.plays.count == 1)
        #expect(
            page.plays.first
                == NamedPlay(
                    track: NamedTrack(
                        recording: "R", isrc: "X", title: "A", artist: "B", album: "C", durationMilliseconds: 5000),
                    playedAt: Timestamp(milliseconds: 1_700_000_100_000), client: "M"))
        #expect(
            fixture.server.heads[0].hasPrefix(
                "GET /listens/1/user/b-o%2F%C3%A9/listens?count=200&max_ts=1700000500 HTTP/1.1\r\n"))
    }
}
