import Foundation
import Catalog
import NetworkClients
import Primitives
import Support
import Testing

@Suite("A catalog with the iTunes Search API", .timeLimit(.minutes(2))) struct ITunesClientTests {
    private struct Names: NameResolver {
        func addresses(of host: String) async throws -> [IPAddress] {
            IPAddress(host == "public.example" ? "127.0.0.1" : host).map { [$0] } ?? []
        }

        func own() async throws -> Set<IPAddress> { [] }
    }

    private struct Fixture {
        let server: FileServer
        let client: ITunesClient
        let catalog: OutsideServer
        var base: String { catalog.base }

        /// - Parameters:
        ///   - isAllowed: whether the admins allow the server's address, which is private.
        ///   - wait: the time limit for a reply. A test of slow replies passes a short one. The default suits a busy
        ///     machine.
        init(
            isAllowed: Bool = true, wait: Duration = .seconds(30),
            _ respond: @escaping @Sendable (_ head: String) -> [FileServer.Step]
        ) async throws {
            server = try await FileServer(respond)
            let networks = isAllowed ? [try LinkNetworkRule("127.0.0.1:\(server.port)")] : []
            let time = LinkLimits(reach: wait, pace: wait, paceBytes: 1, whole: wait)
            client = ITunesClient(
                reader: GuardedReader(
                    resolver: Names(), fetcher: try PinnedFetcher(agent: "Rondo/test"),
                    limits: GuardedReader.Limits(bytes: 100_000, time: time), networks: { networks }))
            catalog = OutsideServer(isOn: true, base: "http://127.0.0.1:\(server.port)/mirror", country: "PL")
        }

        func failure() async throws -> ServiceFailure? {
            do {
                _ = try await client.search("x", limit: 5, at: catalog)
                return nil
            } catch let failure as ServiceFailure {
                return failure
            }
        }
    }

    private static func json(_ text: String, _ status: String = "200 OK", _ fields: [String] = []) -> [FileServer.Step]
    {
        FileServer.answer(status, ["Content-Type: text/javascript; charset=utf-8"] + fields, Array(text.utf8))
    }

    /// A song as the service documents it, with more fields than the client reads.
    private static func song(_ id: String = "7", title: String = #""Żółw""#, more: String = "") -> String {
        #"{"wrapperType":"track","kind":"song","artistId":9,"trackId":\#(id),"trackName":\#(title),"artistName":"Łona","#
            + #""collectionName":"Nic dziwnego","trackTimeMillis":201500,"trackExplicitness":"explicit","#
            + #""releaseDate":"2004-10-11T07:00:00Z","primaryGenreName":"Hip-Hop","trackNumber":3,"#
            + #""artworkUrl100":"https://is1.example/a/100x100bb.jpg","previewUrl":"https://audio.example/p.m4a"\#(more)}"#
    }

    @Test("is asked only for songs, with the search text and the country") func found() async throws {
        let fixture = try await Fixture { _ in Self.json(#"{"resultCount":1,"results":[\#(Self.song())]}"#) }
        let songs = try await fixture.client.search("żółw & co", limit: 5, at: fixture.catalog)
        #expect(
            songs == [
                OutsideSong(
                    id: 7,
                    named: NamedTrack(
                        title: "Żółw", artist: "Łona", album: "Nic dziwnego", durationMilliseconds: 201_500),
                    isExplicit: true, releaseDate: "2004-10-11", genre: "Hip-Hop", trackNumber: 3,
                    picture: "https://is1.example/a/600x600bb.jpg", preview: "https://audio.example/p.m4a")
            ])
        let lines = try #require(fixture.server.heads.first).components(separatedBy: "\r\n")
        #expect(
            lines[0]
                == "GET /mirror/search?term=%C5%BC%C3%B3%C5%82w%20%26%20co&media=music&entity=song&limit=5&country=PL HTTP/1.1"
        )
        let names = lines.dropFirst().compactMap { $0.split(separator: ":").first.map { $0.lowercased() } }
        #expect(Set(names) == ["host", "user-agent", "accept", "accept-encoding", "connection"])
    }

    @Test("is queried by number, and a reply with another song is refused") func lookup() async throws {
        let fixture = try await Fixture { _ in Self.json(#"{"resultCount":1,"results":[\#(Self.song())]}"#) }
        #expect(try await fixture.client.song(7, at: fixture.catalog)?.named.title == "Żółw")
        #expect(try await fixture.client.song(8, at: fixture.catalog) == nil)
        #expect(fixture.server.heads[0].hasPrefix("GET /mirror/lookup?id=7&country=PL "))
    }

    @Test("gives songs without invalid items and invalid addresses")
    func defended() async throws {
        let items = [
            "7", "null", "[]", #"{"wrapperType":"collection","trackId":1}"#, Self.song("0"), Self.song("1.5"),
            Self.song(#""8""#), Self.song(title: "null"), Self.song(title: #"" ""#),
            Self.song("9").replacing("https://is1.example", with: "file:///etc").replacing("201500", with: "-1")
                .replacing("2004-10-11T", with: "yesterday").replacing("https://audio.example", with: "javascript:"),
        ]
        let fixture = try await Fixture { _ in
            Self.json(#"{"resultCount":10,"results":[\#(items.joined(separator: ","))]}"#)
        }
        let songs = try await fixture.client.search("x", limit: 20, at: fixture.catalog)
        let song = try #require(songs.first)
        #expect(songs.count == 1 && song.id == 9 && song.named.durationMilliseconds == nil)
        #expect(song.picture == nil && song.preview == nil && song.releaseDate == nil)
    }

    @Test(
        "that refuses one user's search gives no songs, without a failure",
        arguments: ["400 Bad", "404 No", "414 Long"])
    func refusedWords(status: String) async throws {
        let fixture = try await Fixture { _ in Self.json("{}", status) }
        #expect(try await fixture.client.search("x", limit: 5, at: fixture.catalog).isEmpty)
    }

    /// A redirect to a forbidden address is reported like one to an unreachable address.
    @Test("fails with the reason and the time to wait") func failures() async throws {
        let large = String(repeating: " ", count: 100_001)
        let answers: [(String, [FileServer.Step], ServiceFailure)] = [
            ("429", Self.json("", "429 Too Many Requests", ["Retry-After: 7"]), .init(.limit, retryAfter: .seconds(7))),
            ("403", Self.json("", "403 Forbidden"), .init(.key)),
            ("503", Self.json("", "503 Service Unavailable"), .init(.failing)),
            ("garbage", Self.json("<html>"), .init(.malformed)),
            ("another document", Self.json(#"{"results":[]}"#), .init(.malformed)),
            ("too deep", Self.json(String(repeating: "[", count: 9000)), .init(.malformed)),
            ("too large", Self.json(large), .init(.large)),
            ("private", FileServer.answer("302 Found", ["Location: http://127.0.0.2/"]), .init(.unreachable)),
            ("loop", FileServer.answer("302 Found", ["Location: /mirror/search"]), .init(.redirected)),
        ]
        for (name, steps, failure) in answers {
            let fixture = try await Fixture { _ in steps }
            #expect(try await fixture.failure() == failure, "\(name)")
        }
        let silent = try await Fixture(wait: .milliseconds(300)) { _ in [.hold] }
        #expect(try await silent.failure() == ServiceFailure(.unreachable))
        let forbidden = try await Fixture(isAllowed: false) { _ in Self.json("{}") }
        #expect(try await forbidden.failure() == ServiceFailure(.forbidden))
        #expect(forbidden.server.connections == 0)
    }

    @Test("names files, which are fetched completely, up to a size, and never from private addresses") func files()
        async throws
    {
        let fixture = try await Fixture { head in
            head.contains("/away")
                ? FileServer.answer("302 Found", ["Location: http://127.0.0.2/secret"])
                : FileServer.answer("200 OK", ["Content-Type: audio/x-m4a"], Array("0123456789".utf8))
        }
        let (client, base) = (fixture.client, fixture.base)
        #expect(try await client.file(at: base + "/p", upTo: 10, of: fixture.catalog) == Array("0123456789".utf8))
        let cases: [(String, Int, ServiceFailure.Reason)] = [
            (base + "/p", 9, .large), (base + "/away", 10, .unreachable), ("http://127.0.0.2/p", 10, .forbidden),
            ("file:///etc/passwd", 10, .malformed),
        ]
        for (address, limit, reason) in cases {
            let failure = await #expect(throws: ServiceFailure.self) {
                try await client.file(at: address, upTo: limit, of: fixture.catalog)
            }
            #expect(failure?.reason == reason, "\(address)")
        }
    }
}
