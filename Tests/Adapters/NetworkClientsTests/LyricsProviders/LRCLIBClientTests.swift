import Catalog
import Foundation
import Lyrics
import NIOCore
import NIOPosix
import NetworkClients
import Primitives
import Support
import Testing

@Suite("A provider with LRCLIB's API", .timeLimit(.minutes(2))) struct LRCLIBClientTests {
    private static let missing = ProviderFixture.json(
        #"{"statusCode":404,"name":"TrackNotFound","message":"Failed to find specified track"}"#, "404 Not Found")

    private static func song(
        title: String = "Zolw i co", artist: String = "Lona", album: String = "Nic dziwnego", length: String = "201.5",
        more: String = #""instrumental":false,"plainLyrics":"Plain","syncedLyrics":"[00:01.00]Synced""#
    ) -> String {
        #"{"id":3,"trackName":"\#(title)","artistName":"\#(artist)","albumName":"\#(album)","duration":\#(length),\#(more)}"#
    }

    @Test("is asked only for names, length and key, and its timed lyrics precede plain ones")
    func found() async throws {
        var providers = try await ProviderFixture(.lrclib, path: "/lrclib") { _ in
            ProviderFixture.json(Self.song(title: "Żółw & co"))
        }
        providers.key = "KEY1"
        #expect(ProviderFixture.lines(try await providers.find()) == ["[00:01.00]Synced", "Plain"])
        let lines = try #require(providers.server.heads.first).components(separatedBy: "\r\n")
        #expect(
            lines.first
                == "GET /lrclib/api/get?track_name=%C5%BB%C3%B3%C5%82w%20%26%20co&artist_name=%C5%81ona&album_name=Nic%20dziwnego&duration=200 HTTP/1.1"
        )
        let names = lines.dropFirst().compactMap { $0.split(separator: ":").first.map { $0.lowercased() } }
        #expect(
            Set(names) == ["host", "user-agent", "accept", "accept-encoding", "connection", "authorization"])
        #expect(lines.contains("Authorization: Bearer KEY1"))
    }

    @Test("is searched when it lacks the exact song, and another song is refused") func searched() async throws {
        let list = [
            Self.song(title: "Another", more: #""plainLyrics":"no""#), Self.song(title: "Żółw & co", length: "240"),
            Self.song(title: "Żółw & co", more: #""plainLyrics":"Plain","syncedLyrics":null"#), "7", "null",
            Self.song(title: "Żółw & co (Remastered)", length: "198"),
        ].joined(separator: ",")
        let providers = try await ProviderFixture(.lrclib) { head in
            head.contains("/api/get?") ? Self.missing : ProviderFixture.json("[\(list)]")
        }
        #expect(ProviderFixture.lines(try await providers.find()) == ["[00:01.00]Synced", "Plain"])
        #expect(providers.server.heads.count == 2)
        #expect(providers.server.heads[1].contains("/api/search?track_name="))
    }

    @Test(
        "cannot pass a reply about another song",
        arguments: [
            song(title: "Another"), song(title: "Żółw & co", artist: "Another"),
            song(title: "Żółw & co", album: "Another"), song(title: "Żółw & co", length: "203.1"), "{}",
            song(title: "Żółw & co", more: #""plainLyrics":" ","syncedLyrics":5"#),
        ])
    func lies(_ body: String) async throws {
        let providers = try await ProviderFixture(.lrclib) { head in
            head.contains("/api/get?") ? ProviderFixture.json(body) : ProviderFixture.json("[]")
        }
        #expect(try await providers.find() == .none)
    }

    @Test("distinguishes an instrumental from a missing song") func instrumental() async throws {
        let body = Self.song(title: "Żółw & co", more: #""instrumental":true,"plainLyrics":null,"syncedLyrics":null"#)
        #expect(try await ProviderFixture(.lrclib) { _ in ProviderFixture.json(body) }.find() == .instrumental)
        let none = try await ProviderFixture(.lrclib) { head in
            head.contains("/api/get?") ? Self.missing : ProviderFixture.json("[]")
        }
        #expect(try await none.find() == .none)
        // A song without names is not requested.
        #expect(try await none.find(NamedTrack(title: "!", artist: "Łona")) == .none)
        #expect(none.server.connections == 2)
    }

    @Test(
        "fails with the reason and the time to wait",
        arguments: [
            ("429 Too Many Requests", ["Retry-After: 120"], "{}", ServiceFailure(.limit, retryAfter: .seconds(120))),
            ("429 Too Many Requests", [], "{}", ServiceFailure(.limit, retryAfter: .seconds(60))),
            (
                "429 Too Many Requests", ["Retry-After: 99999999999"], "",
                ServiceFailure(.limit, retryAfter: .seconds(86_400))
            ),
            ("500 Internal Server Error", [], "{}", ServiceFailure(.failing)),
            ("503 Service Unavailable", ["Retry-After: 7"], "", ServiceFailure(.failing, retryAfter: .seconds(7))),
            ("401 Unauthorized", [], "{}", ServiceFailure(.key)), ("403 Forbidden", [], "{}", ServiceFailure(.key)),
            ("404 Not Found", [], "<html>nothing</html>", ServiceFailure(.malformed)),
            ("204 No Content", [], "", ServiceFailure(.malformed)), ("200 OK", [], "", ServiceFailure(.malformed)),
            ("200 OK", [], "garbage \u{FFFD}", ServiceFailure(.malformed)),
            ("200 OK", [], #"{"trackName":"Żółw & co","artistN"#, ServiceFailure(.malformed)),
            ("200 OK", [], String(repeating: "[", count: 100_000), ServiceFailure(.malformed)),
            ("200 OK", ["Content-Encoding: gzip"], "{}", ServiceFailure(.malformed)),
            ("302 Found", [], "", ServiceFailure(.redirected)),
            ("302 Found", ["Location: gopher://x/"], "", ServiceFailure(.redirected)),
        ])
    func failures(status: String, fields: [String], body: String, expected: ServiceFailure) async throws {
        let providers = try await ProviderFixture(.lrclib) { _ in ProviderFixture.json(body, status, fields) }
        #expect(try await providers.failure() == expected)
        #expect(providers.server.connections == 1)
    }

    @Test("cannot exceed the size limit with 100 MB, announced or not", arguments: [true, false])
    func huge(isSaid: Bool) async throws {
        let chunk = [UInt8](repeating: UInt8(ascii: " "), count: 64 * 1024)
        let fields = isSaid ? ["Content-Length: \(100 << 20)"] : []
        let providers = try await ProviderFixture(.lrclib) { _ in
            [.send(FileServer.head("200 OK", fields)), .endless(chunk, every: .zero)]
        }
        #expect(try await providers.failure()?.reason == .large)
    }

    @Test("is abandoned after the time limit when slow", arguments: [true, false])
    func slow(beginsToAnswer: Bool) async throws {
        let limits: GuardedReader.Limits =
            beginsToAnswer ? .patient(whole: .seconds(3)) : .patient(reach: .milliseconds(600))
        let providers = try await ProviderFixture(.lrclib, limits: limits) { _ in
            beginsToAnswer
                ? [.send(FileServer.head("200 OK", [])), .endless([UInt8(ascii: " ")], every: .milliseconds(50))]
                : [.hold]
        }
        let began = ContinuousClock.now
        #expect(try await providers.failure()?.reason == (beginsToAnswer ? .slow : .unreachable))
        #expect(ContinuousClock.now - began < .seconds(60))
    }

    @Test("at a forbidden address is not connected to, looked up or followed by redirect")
    func forbidden() async throws {
        let shut = try await ProviderFixture(.lrclib, isAllowed: false) { _ in ProviderFixture.json("[]") }
        #expect(try await shut.failure()?.reason == .forbidden)
        #expect(shut.server.connections == 0)
        let inner = try await FileServer { _ in ProviderFixture.json(Self.song(title: "Żółw & co")) }
        for place in ["http://127.0.0.1:\(inner.port)/", "http://public.example:\(inner.port)/", "http://[::1]/x"] {
            let providers = try await ProviderFixture(.lrclib) { _ in
                ProviderFixture.json("", "302 Found", ["Location: \(place)"])
            }
            #expect(try await providers.failure()?.reason == .unreachable, "\(place)")
        }
        #expect(inner.connections == 0)
        let around = try await ProviderFixture(.lrclib) { _ in
            ProviderFixture.json("", "307 Temporary Redirect", ["Location: /again"])
        }
        #expect(try await around.failure()?.reason == .redirected)
        #expect(around.server.connections == 4)
    }

    @Test("has its address stored without the service's paths") func bases() throws {
        let client = HTTPLyricsProviders(
            reader: GuardedReader(
                resolver: SystemNameResolver(pool: .singleton), fetcher: try PinnedFetcher(agent: "x"), networks: { [] }
            ))
        for text in ["https://lrclib.net", "https://LRCLIB.net/", "https://lrclib.net/api/", "https://lrclib.net/api"] {
            #expect(try client.base(text, of: .lrclib) == "https://lrclib.net")
        }
        for text in ["https://a.example/musixmatch", "https://a.example/musixmatch/ws/1.1/"] {
            #expect(try client.base(text, of: .musixmatch) == "https://a.example/musixmatch")
        }
        for text in [
            "", "lrclib.net", "ftp://a.example", "https://a:b@c.example", "https://a.example?x=1",
            "https://a.example/#x",
        ] {
            #expect(throws: DomainError.self) { try client.base(text, of: .lrclib) }
        }
    }
}
