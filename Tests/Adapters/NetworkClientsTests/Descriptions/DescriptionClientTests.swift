import Foundation
import NIOCore
import NetworkClients
import Primitives
import Support
import Testing

@testable import Catalog

/// A source on this machine, and the client that queries it.
private struct SourceFixture {
    static let artist = "b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d"
    static let release = "76df3287-6cda-33eb-8e9a-044b5e15ffdd"
    static let group = "c9fdb94c-4975-4ed6-a96f-ef6d80bb7738"
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3, 4, 5, 6, 7, 8]

    private struct Names: NameResolver {
        func addresses(of host: String) async throws -> [IPAddress] {
            IPAddress(host == "public.example" ? "127.0.0.1" : host).map { [$0] } ?? []
        }

        func own() async throws -> Set<IPAddress> { [] }
    }

    let server: FileServer
    let client: HTTPDescriptions
    let setup: OpenedSetup

    /// - Parameter isAllowed: whether the admins allow the server's address, which is private.
    init(
        _ source: DescriptionSource, key: String? = nil, isAllowed: Bool = true,
        _ respond: @escaping @Sendable (_ path: String) -> [FileServer.Step]
    ) async throws {
        server = try await FileServer { head in
            respond(String(head.split(separator: " ").dropFirst().first ?? ""))
        }
        let networks = isAllowed ? [try LinkNetworkRule("127.0.0.1:\(server.port)")] : []
        client = HTTPDescriptions(
            reader: GuardedReader(
                resolver: Names(), fetcher: try PinnedFetcher(agent: "Rondo/test"), networks: { networks }))
        setup = OpenedSetup(source: source, base: "http://127.0.0.1:\(server.port)/mirror", key: key)
    }

    var paths: [String] { server.heads.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) } }

    static func json(_ text: String, _ status: String = "200 OK", _ fields: [String] = []) -> [FileServer.Step] {
        FileServer.answer(status, ["Content-Type: application/json"] + fields, Array(text.utf8))
    }

    static func redirect(_ location: String) -> [FileServer.Step] {
        FileServer.answer("307 Temporary Redirect", ["Location: \(location)"])
    }

    static let absent = FileServer.answer("404 Not Found", ["Content-Type: text/html"], Array("<h1>none</h1>".utf8))
}

/// The reason why a request failed, or nil if it did not.
private func failure(_ ask: () async throws -> some Any) async throws -> ServiceFailure.Reason? {
    do {
        _ = try await ask()
        return nil
    } catch let failure as ServiceFailure {
        return failure.reason
    }
}

@Suite("Requests to MusicBrainz, the Cover Art Archive and fanart.tv", .timeLimit(.minutes(2)))
struct DescriptionClientTests {
    @Test("find releases by the phrases of title and artist, with any characters") func releases() async throws {
        let source = try await SourceFixture(.musicBrainz) { _ in
            SourceFixture.json(
                """
                {"releases":[{"id":"\(SourceFixture.release)","title":"Abbey Road","track-count":17,
                 "artist-credit":[{"name":"The Beatles","artist":{"id":"\(SourceFixture.artist)","name":"The Beatles"}}],
                 "release-group":{"id":"\(SourceFixture.group)"}},{"id":"no id","title":"Other"},7]}
                """)
        }
        let names = AlbumNames(title: #"Say "Hi" \ Road"#, artist: "The Beatles", trackCount: 17)
        let found = try await source.client.releases(names, at: source.setup)
        #expect(
            found == [
                FoundRelease(
                    id: SourceFixture.release, releaseGroup: SourceFixture.group, title: "Abbey Road",
                    artists: [.init(id: SourceFixture.artist, name: "The Beatles")], trackCount: 17)
            ])
        #expect(
            source.paths == [
                "/mirror/ws/2/release?query=release%3A%22Say%20%5C%22Hi%5C%22%20%5C%5C%20Road%22%20AND%20artist%3A%22The%20Beatles%22&fmt=json&limit=10"
            ])
    }

    @Test("find the first date of a release or of a group, and drop an invalid date")
    func facts() async throws {
        let days = [
            #""1969-09-26""#: "1969-09-26", #""1969-09""#: "1969-09", #""1969""#: "1969", #""""#: nil, #""69""#: nil,
            #""0000""#: nil, #""1969-9-1""#: nil, "1969": nil, "null": nil,
        ]
        for (written, day) in days {
            let source = try await SourceFixture(.musicBrainz) { _ in
                SourceFixture.json(
                    #"{"id":"\#(SourceFixture.release)","release-group":{"id":"\#(SourceFixture.group)","first-release-date":\#(written)}}"#
                )
            }
            let facts = try await source.client.facts(of: ReleaseIDs(release: SourceFixture.release), at: source.setup)
            #expect(facts?.firstReleased == day, "\(written)")
            #expect(facts?.ids == ReleaseIDs(release: SourceFixture.release, group: SourceFixture.group))
        }
        let source = try await SourceFixture(.musicBrainz) { _ in
            SourceFixture.json(#"{"id":"\#(SourceFixture.group)","first-release-date":"1969"}"#)
        }
        #expect(
            try await source.client.facts(of: ReleaseIDs(group: SourceFixture.group), at: source.setup)?.firstReleased
                == "1969")
        // An invalid id is never put into an address.
        #expect(try await source.client.facts(of: ReleaseIDs(release: "../../x"), at: source.setup) == nil)
        #expect(source.paths.count == 1)
    }

    @Test("find an article, as plain text with the address of its page") func biography() async throws {
        let source = try await SourceFixture(.musicBrainz) { _ in
            SourceFixture.json(
                #"{"wikipediaExtract":{"content":"<p>One &amp; two<script>x()</script></p><p>Three</p>","url":"https://en.wikipedia.org/wiki/X"}}"#
            )
        }
        let found = try await source.client.biography(of: SourceFixture.artist, at: source.setup)
        #expect(found?.text == "One & two\n\nThree")
        #expect(found?.page == "https://en.wikipedia.org/wiki/X")
        #expect(source.paths == ["/mirror/artist/\(SourceFixture.artist)/wikipedia-extract"])
        let long = try await SourceFixture(.musicBrainz) { _ in
            let words = String(repeating: "word ", count: 50_000)
            return SourceFixture.json(#"{"wikipediaExtract":{"content":"<p>\#(words)</p>"}}"#)
        }
        let cut = try await long.client.biography(of: SourceFixture.artist, at: long.setup)
        #expect((90_000...100_000).contains(try #require(cut).text.utf8.count))
        let none = try await SourceFixture(.musicBrainz) { _ in SourceFixture.json(#"{"wikipediaExtract":null}"#) }
        #expect(try await none.client.biography(of: SourceFixture.artist, at: none.setup) == nil)
        let script = try await SourceFixture(.musicBrainz) { _ in
            SourceFixture.json(#"{"wikipediaExtract":{"content":"<p>One</p>","url":"javascript:alert(1)"}}"#)
        }
        #expect(try await script.client.biography(of: SourceFixture.artist, at: script.setup)?.page == nil)
    }

    @Test("find a cover of the release or of its group, following redirects") func cover() async throws {
        let source = try await SourceFixture(.coverArtArchive) { path in
            if path.contains("/release/") { return SourceFixture.absent }
            if path.contains("front-1200") { return SourceFixture.redirect("/archive/front.jpg") }
            return FileServer.answer("200 OK", ["Content-Type: image/jpeg"], SourceFixture.jpeg)
        }
        let ids = ReleaseIDs(release: SourceFixture.release, group: SourceFixture.group)
        let places = source.client.covers(of: ids, at: source.setup)
        try #require(places.count == 2)
        #expect(try await source.client.picture(at: places[0], of: source.setup) == nil)
        #expect(try await source.client.picture(at: places[1], of: source.setup) == SourceFixture.jpeg)
        #expect(places[1].page == "https://musicbrainz.org/release-group/\(SourceFixture.group)/cover-art")
        #expect(source.paths.last == "/archive/front.jpg")
        #expect(source.client.covers(of: ReleaseIDs(release: "../x"), at: source.setup).isEmpty)
    }

    @Test("find the most liked picture, with the key in a header that only the source receives")
    func portrait() async throws {
        let source = try await SourceFixture(.fanart, key: "KEY1") { _ in
            SourceFixture.json(
                """
                {"artistthumb":[{"url":"http://10.0.0.1/a.jpg","likes":"2"},{"url":"http://public.example:81/b.jpg","likes":9},
                 {"likes":"70"},{"url":"http://192.168.0.1/c.jpg"}]}
                """)
        }
        let place = try #require(try await source.client.portrait(of: SourceFixture.artist, at: source.setup))
        #expect(place.address == "http://public.example:81/b.jpg")
        #expect(place.page == "https://fanart.tv/artist/\(SourceFixture.artist)/")
        // This is not the server that the admin named, and its address is private: no request is sent.
        #expect(
            try await failure { try await source.client.picture(at: place, of: source.setup) } == .unreachable)
        #expect(source.paths == ["/mirror/v3/music/\(SourceFixture.artist)"])
        #expect(source.server.heads[0].contains("api-key: KEY1"))
    }

    @Test("that test a source ask for an entry that it certainly has; another server fails the test")
    func probes() async throws {
        let answers: [(DescriptionSource, String)] = [
            (.musicBrainz, #"{"name":"The Beatles"}"#), (.coverArtArchive, #"{"images":[{"front":true}]}"#),
            (.fanart, #"{"artistthumb":[]}"#),
        ]
        for (kind, answer) in answers {
            let source = try await SourceFixture(kind) { _ in SourceFixture.json(answer) }
            #expect(try await failure { try await source.client.probe(source.setup) } == nil, "\(kind)")
            let other = try await SourceFixture(kind) { _ in SourceFixture.absent }
            #expect(try await failure { try await other.client.probe(other.setup) } == .malformed, "\(kind)")
        }
    }

    @Test(
        "with an invalid reply fail with the reason",
        arguments: [
            (SourceFixture.json("<html>"), ServiceFailure.Reason.malformed),
            (SourceFixture.json("[]"), .malformed),
            (SourceFixture.json("{}", "503 Service Unavailable", ["Retry-After: 7"]), .failing),
            (SourceFixture.json("{}", "429 Too Many Requests", ["Retry-After: 7"]), .limit),
            (SourceFixture.json("{}", "401 Unauthorized"), .key),
            (SourceFixture.redirect("http://169.254.169.254/latest"), .unreachable),
            (
                FileServer.answer("200 OK", ["Content-Type: application/json", "Content-Encoding: gzip"], [1]),
                .malformed
            ),
            (
                [.send(FileServer.head("200 OK", ["Content-Length: 99999999"]))],
                .large
            ),
        ])
    func failures(_ answer: [FileServer.Step], _ reason: ServiceFailure.Reason) async throws {
        let source = try await SourceFixture(.musicBrainz) { _ in answer }
        #expect(
            try await failure { try await source.client.biography(of: SourceFixture.artist, at: source.setup) }
                == reason)
    }

    @Test("never go to a private address that no admin has allowed") func guarded() async throws {
        let source = try await SourceFixture(.musicBrainz, isAllowed: false) { _ in SourceFixture.json("{}") }
        #expect(
            try await failure { try await source.client.biography(of: SourceFixture.artist, at: source.setup) }
                == .forbidden)
        #expect(source.server.connections == 0)
    }
}
