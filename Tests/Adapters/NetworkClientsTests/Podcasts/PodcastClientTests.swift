import NetworkClients
import NIOCore
import Podcasts
import Primitives
import Support
import Testing

/// The client against local servers that reply like podcast hosts, and like hostile ones.
@Suite("The podcast client", .timeLimit(.minutes(2))) struct PodcastClientTests {
    private struct Fixture {
        let server: FileServer
        let client: PodcastClient

        init(
            isAllowed: Bool = true, _ respond: @escaping @Sendable (_ request: String) -> [FileServer.Step]
        ) async throws {
            server = try await FileServer(respond)
            let networks = isAllowed ? [try LinkNetworkRule("127.0.0.1:\(server.port)")] : []
            client = PodcastClient(
                reader: GuardedReader(
                    resolver: Names(), fetcher: try PinnedFetcher(agent: "Rondo/test"), networks: { networks }))
        }

        func address(_ path: String = "/feed") throws -> LinkAddress {
            try LinkAddress("http://127.0.0.1:\(server.port)\(path)")
        }

        func feed(_ path: String = "/feed", tag: String? = nil, modified: String? = nil) async throws -> FeedAnswer {
            try await client.feed(at: address(path), entityTag: tag, lastModified: modified)
        }

        func bytes(_ audio: RemoteAudio, _ range: Range<Int64>? = nil) async throws -> [UInt8] {
            var bytes: [UInt8] = []
            try await client.read(audio, range) { bytes += $0 }
            return bytes
        }
    }

    private struct Names: NameResolver {
        func addresses(of host: String) async throws -> [IPAddress] { IPAddress(host).map { [$0] } ?? [] }
        func own() async throws -> Set<IPAddress> { [] }
    }

    private static func path(_ request: String) -> String {
        String(request.split(separator: " ").dropFirst().first ?? "")
    }

    private static func redirect(_ status: String, _ location: String) -> [FileServer.Step] {
        FileServer.answer(status, ["Location: \(location)"])
    }

    private static func failure(_ act: () async throws -> Void) async throws -> LinkFailure? {
        do {
            try await act()
            return nil
        } catch let failure as LinkFailure {
            return failure
        }
    }

    @Test("a feed has validators, which are sent back with the next request") func conditional() async throws {
        let fixture = try await Fixture { request in
            guard request.contains("If-None-Match: \"v1\"\r\n"), request.contains("If-Modified-Since: Fri\r\n") else {
                return FileServer.answer(
                    "200 OK", ["Content-Type: text/xml", "ETag: \"v1\"", "Last-Modified: Fri"], Array("<rss/>".utf8))
            }
            return FileServer.answer("304 Not Modified", [])
        }
        let first = try await fixture.feed()
        #expect(first.content == .feed(Array("<rss/>".utf8)))
        #expect(first.entityTag == "\"v1\"" && first.lastModified == "Fri" && first.movedTo == nil)
        #expect(try await fixture.feed(tag: "\"v1\"", modified: "Fri").content == .notModified)
    }

    @Test(
        "a server's refusal is reported with its reason",
        arguments: [
            ("410 Gone", [], FeedAnswer.Content.gone), ("404 Not Found", [], .refused(status: 404)),
            ("429 Too Many Requests", ["Retry-After: 120"], .wait(.seconds(120))),
            ("503 Service Unavailable", [], .wait(nil)), ("500 Oops", [], .refused(status: 500)),
        ] as [(String, [String], FeedAnswer.Content)])
    func statuses(status: String, fields: [String], content: FeedAnswer.Content) async throws {
        let fixture = try await Fixture { _ in FileServer.answer(status, fields) }
        #expect(try await fixture.feed().content == content)
    }

    @Test("only a chain of permanent redirects changes a feed's address") func moved() async throws {
        let fixture = try await Fixture { request in
            switch Self.path(request) {
            case "/feed": Self.redirect("301 Moved Permanently", "/second")
            case "/second": Self.redirect("308 Permanent Redirect", "/third")
            case "/once": Self.redirect("302 Found", "/second")
            case "/loop": Self.redirect("301 Moved Permanently", "/loop")
            case "/down": Self.redirect("302 Found", "gopher://127.0.0.1/")
            default: FileServer.answer("200 OK", [], Array("x".utf8))
            }
        }
        #expect(try await fixture.feed().movedTo == fixture.address("/third").text)
        #expect(try await fixture.feed("/once").movedTo == nil)
        #expect(try await Self.failure { _ = try await fixture.feed("/loop") } == .redirected)
        #expect(try await Self.failure { _ = try await fixture.feed("/down") } == .redirected)
    }

    @Test("private networks are refused, both directly and through a redirect") func forbidden() async throws {
        let closed = try await Fixture(isAllowed: false) { _ in FileServer.answer() }
        #expect(try await Self.failure { _ = try await closed.feed() } == .forbidden)
        #expect(closed.server.connections == 0)
        let fixture = try await Fixture { request in
            Self.redirect("302 Found", "http://127.0.0.1:9\(Self.path(request))")
        }
        #expect(try await Self.failure { _ = try await fixture.feed() } == .unreachable)
        #expect(try await Self.failure { _ = try await fixture.client.inspect(fixture.address()) } == .unreachable)
        // Only the usual ports are reached, although the network is not forbidden.
        let (_, port) = (fixture, try LinkAddress("http://192.0.2.1:8080/"))
        #expect(try await Self.failure { _ = try await fixture.client.document(at: port, upTo: 9) } != nil)
    }

    @Test("oversized replies are not read, announced or not") func tooLarge() async throws {
        let fixture = try await Fixture { request in
            Self.path(request) == "/feed"
                ? [.send(FileServer.head("200 OK", ["Content-Length: 99999999"]))]
                : [
                    .send(FileServer.head("200 OK", [])),
                    .endless([UInt8](repeating: 120, count: 4096), every: .microseconds(10)),
                ]
        }
        #expect(try await Self.failure { _ = try await fixture.feed() } == .tooLarge)
        #expect(
            try await Self.failure {
                _ = try await fixture.client.document(at: fixture.address("/endless"), upTo: 20_000)
            } == .tooLarge)
    }

    @Test("compressed and invalid replies are refused") func garbage() async throws {
        let fixture = try await Fixture { request in
            Self.path(request) == "/feed"
                ? FileServer.answer("200 OK", ["Content-Encoding: gzip"], [0x1F, 0x8B])
                : [.send(Array("SSH-2.0-OpenSSH_9.6\r\n".utf8))]
        }
        #expect(try await Self.failure { _ = try await fixture.feed() } == .compressed)
        #expect(try await Self.failure { _ = try await fixture.feed("/ssh") } == .unreachable)
    }

    @Test("a range of an episode is requested as given, and any other reply is refused") func ranges() async throws {
        let content = Array("0123456789".utf8)
        let fixture = try await Fixture { request in
            let fields = ["Content-Type: audio/mpeg"]
            func part(_ range: Range<Int>, total: String = "10") -> [FileServer.Step] {
                FileServer.answer(
                    "206 Partial Content",
                    fields + ["Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)"],
                    Array(content[range]))
            }
            if request.contains("Range: bytes=0-0\r\n") { return part(0..<1) }
            if request.contains("Range: bytes=2-5\r\n") { return part(2..<6) }
            if request.contains("Range: bytes=6-7\r\n") { return part(6..<8, total: "11") }
            if request.contains("Range:") { return FileServer.answer("200 OK", fields, content) }
            return FileServer.answer("200 OK", fields, content)
        }
        let audio = try await fixture.client.inspect(fixture.address("/1.mp3"))
        #expect(audio.size == 10 && audio.takesRanges && audio.mediaType == "audio/mpeg")
        #expect(try await fixture.bytes(audio, 2..<6) == Array("2345".utf8))
        #expect(try await fixture.bytes(audio) == content)
        // The file has changed, or the server ignores the range.
        #expect(try await Self.failure { _ = try await fixture.bytes(audio, 6..<8) } == .broken)
        #expect(try await Self.failure { _ = try await fixture.bytes(audio, 8..<9) } == .broken)
    }

    @Test("a partial download continues only with the same version") func validated() async throws {
        let fixture = try await Fixture { request in
            let fields = ["Content-Type: audio/mpeg", "Last-Modified: Fri"]
            let tag = Self.path(request) == "/weak" ? "W/\"1\"" : "\"1\""
            if request.contains("If-Range: \"1\"\r\n") {
                return FileServer.answer("200 OK", fields, Array("abc".utf8))
            }
            let range = request.contains("Range: bytes=0-0\r\n") ? 0...0 : 1...2
            return FileServer.answer(
                "206 Partial Content",
                fields + ["ETag: \(tag)", "Content-Range: bytes \(range.lowerBound)-\(range.upperBound)/3"],
                Array(Array("abc".utf8)[range]))
        }
        #expect(try await fixture.client.inspect(fixture.address("/weak")).validator == "Fri")
        var audio = try await fixture.client.inspect(fixture.address("/1.mp3"))
        #expect(audio.validator == "\"1\"")
        #expect(try await fixture.bytes(audio, 1..<3) == Array("bc".utf8))
        audio.mustBeSame = true
        #expect(try await Self.failure { _ = try await fixture.bytes(audio, 1..<3) } == .broken)
    }

    @Test("an episode from a server without ranges is read whole, even with unknown length") func whole() async throws {
        let fixture = try await Fixture { request in
            if Self.path(request) == "/known" {
                return FileServer.answer("200 OK", ["Content-Type: audio/mp4; codecs=x"], Array("abc".utf8))
            }
            if Self.path(request) == "/short" {
                return [.send(FileServer.head("200 OK", ["Content-Length: 9"])), .send(Array("abc".utf8))]
            }
            return [.send(FileServer.head("200 OK", ["Connection: close"])), .send(Array("abc".utf8))]
        }
        let known = try await fixture.client.inspect(fixture.address("/known"))
        #expect(known.size == 3 && !known.takesRanges && known.mediaType == "audio/mp4")
        let unknown = try await fixture.client.inspect(fixture.address("/unknown"))
        #expect(unknown.size == nil && !unknown.takesRanges)
        #expect(try await fixture.bytes(unknown) == Array("abc".utf8))
        let short = try await fixture.client.inspect(fixture.address("/short"))
        #expect(try await Self.failure { _ = try await fixture.bytes(short) } == .broken)
    }

    @Test("a server's claims about a file are accepted only if they are plausible") func claims() async throws {
        let fixture = try await Fixture { request in
            let (range, type) =
                switch Self.path(request) {
                case "/negative": ("0-0/-5", "audio/mpeg")
                case "/zero": ("0-0/0", "audio/mpeg")
                case "/elsewhere": ("5-5/10", "audio/mpeg")
                case "/unknown": ("0-0/*", "audio/anything")
                default: ("0-0/10", "audio/x-m4a; name=x")
                }
            return FileServer.answer(
                "206 Partial Content", ["Content-Type: \(type)", "Content-Range: bytes \(range)"], [1])
        }
        for path in ["/negative", "/zero", "/elsewhere"] {
            let failure = try await Self.failure { _ = try await fixture.client.inspect(fixture.address(path)) }
            #expect(failure == .broken, "\(path)")
        }
        let unknown = try await fixture.client.inspect(fixture.address("/unknown"))
        #expect(unknown.size == nil && !unknown.takesRanges && unknown.mediaType == "audio/mpeg")
        let known = try await fixture.client.inspect(fixture.address("/known"))
        #expect(known.size == 10 && known.mediaType == "audio/mp4")
    }

    @Test("a web page is not an episode") func page() async throws {
        let fixture = try await Fixture { request in
            Self.path(request) == "/page"
                ? FileServer.answer("200 OK", ["Content-Type: text/html"], Array("<html>".utf8))
                : FileServer.answer("200 OK", ["Content-Type: application/pdf"], [1])
        }
        for (path, expected) in [("/page", LinkFailure.page), ("/pdf", .notAudio)] {
            #expect(
                try await Self.failure { _ = try await fixture.client.inspect(fixture.address(path)) } == expected)
        }
    }
}
