import Foundation
import Lyrics
import Primitives
import NetworkClients
import Support
import Testing

@Suite("A provider with Musixmatch's API", .timeLimit(.minutes(2))) struct MusixmatchClientTests {
    private static func message(_ body: String, status: Int = 200) -> [FileServer.Step] {
        ProviderFixture.json(
            #"{"message":{"header":{"status_code":\#(status),"execute_time":0.01},"body":\#(body)}}"#)
    }

    private static func track(_ more: String = #""has_richsync":1,"has_subtitles":1,"has_lyrics":1"#) -> String {
        #"{"track":{"track_id":7,"commontrack_id":8,"track_name":"Żółw & Co","artist_name":"Łona","album_name":"Nic dziwnego","track_length":200,\#(more)}}"#
    }

    /// Replies to each method by its name.
    private static func methods(_ bodies: [String: [FileServer.Step]]) -> @Sendable (String) -> [FileServer.Step] {
        { head in bodies.first { head.contains("/ws/1.1/\($0.key)?") }?.value ?? message(#""""#, status: 404) }
    }

    private static let terms =
        #""restricted":0,"explicit":1,"lyrics_copyright":"Writer(s): Łona","pixel_tracking_url":"https://t.example/p","script_tracking_url":"https://t.example/s","html_tracking_url":"https://t.example/h","backlink_url":"https://l.example/b""#

    @Test("gives its most precise lyrics with its terms, whose addresses are never requested")
    func richsync() async throws {
        let list =
            #"[{\"ts\":1.5,\"te\":3,\"l\":[{\"c\":\"Idzie\",\"o\":0},{\"c\":\" \",\"o\":0.4},{\"c\":\"żółw\",\"o\":0.5}],\"x\":\"Idzie żółw\"}]"#
        let body = #"{"richsync":{"richsync_id":1,"richsync_body":"\#(list)","richsync_language":"pl",\#(Self.terms)}}"#
        var providers = try await ProviderFixture(
            .musixmatch, path: "/musixmatch",
            Self.methods(["matcher.track.get": Self.message(Self.track()), "track.richsync.get": Self.message(body)]))
        providers.key = "a+b"
        guard case .words(let texts) = try await providers.find(), let text = texts.first else {
            Issue.record("there are words")
            return
        }
        let lyrics = try #require(text.lyrics.first)
        #expect(lyrics.language == "pl" && lyrics.lines.map(\.text) == ["Idzie żółw"])
        #expect(lyrics.lines[0].words.map(\.start) == [1500, 2000])
        #expect(
            text.rights
                == LyricsRights(
                    provider: "somewhere", copyright: "Writer(s): Łona", pixelTrackingURL: "https://t.example/p",
                    scriptTrackingURL: "https://t.example/s", htmlTrackingURL: "https://t.example/h",
                    backlinkURL: "https://l.example/b", isExplicit: true))
        #expect(providers.server.heads.count == 2)
        #expect(providers.server.heads.allSatisfy { $0.contains("apikey=a%2Bb") && !$0.contains("Authorization") })
        #expect(providers.server.heads[1].contains("commontrack_id=8"))
    }

    @Test("gives lines where the plan lacks word timing, and plain lyrics where it lacks times")
    func plans() async throws {
        let providers = try await ProviderFixture(
            .musixmatch,
            Self.methods([
                "matcher.track.get": Self.message(Self.track()),
                "track.richsync.get": Self.message("[]", status: 403),
                "track.subtitle.get": Self.message(
                    #"{"subtitle":{"subtitle_body":"[00:01.00] Line","subtitle_language":"pl",\#(Self.terms)}}"#),
            ]))
        #expect(ProviderFixture.lines(try await providers.find()) == ["[00:01.00] Line"])
        let plain = try await ProviderFixture(
            .musixmatch,
            Self.methods([
                "matcher.track.get": Self.message(Self.track(#""has_lyrics":"1","has_richsync":false"#)),
                "track.lyrics.get": Self.message(
                    #"{"lyrics":{"lyrics_body":"Plain","region_restriction":{"allowed":["pl","DE"],"blocked":[]}}}"#),
            ]))
        let answer = try await plain.find()
        #expect(ProviderFixture.lines(answer) == ["Plain"])
        guard case .words(let texts) = answer else { return }
        #expect(texts[0].rights?.countries == ["PL", "DE"])
        let refused = try await ProviderFixture(
            .musixmatch,
            Self.methods([
                "matcher.track.get": Self.message(Self.track(#""has_lyrics":1"#)),
                "track.lyrics.get": Self.message("{}", status: 401),
            ]))
        #expect(try await refused.failure()?.reason == .key)
    }

    @Test("reports restrictions, both general and by country") func restricted() async throws {
        let empty = try await ProviderFixture(
            .musixmatch,
            Self.methods([
                "matcher.track.get": Self.message(Self.track(#""has_lyrics":1"#)),
                "track.lyrics.get": Self.message(#"{"lyrics":{"lyrics_body":"","restricted":1}}"#),
            ]))
        #expect(try await empty.find() == .restricted)
        let blocked = try await ProviderFixture(
            .musixmatch,
            Self.methods([
                "matcher.track.get": Self.message(Self.track(#""has_lyrics":1"#)),
                "track.lyrics.get": Self.message(
                    #"{"lyrics":{"lyrics_body":"Words","region_restriction":{"blocked":["US"]}}}"#),
            ]))
        #expect(try await blocked.find(country: "US") == .restricted)
        #expect(try await blocked.find(country: nil) == .restricted)
        #expect(ProviderFixture.lines(try await blocked.find(country: "PL")) == ["Words"])
    }

    @Test("distinguishes instrumentals, missing songs and other songs") func none() async throws {
        for (body, expected) in [
            (Self.track(#""instrumental":1,"has_lyrics":0"#), ProviderAnswer.instrumental),
            (Self.track(#""has_lyrics":0"#), .none), (#"{"track":[]}"#, .none), ("[]", .none),
            (Self.track().replacing("Żółw", with: "Another"), .none),
            (Self.track().replacing(":200,", with: ":204,"), .none),
            (Self.track().replacing(":200,", with: #":"long","#), .none),
        ] {
            let providers = try await ProviderFixture(
                .musixmatch, Self.methods(["matcher.track.get": Self.message(body)]))
            #expect(try await providers.find() == expected, "\(body)")
        }
        #expect(try await ProviderFixture(.musixmatch) { _ in Self.message(#""""#, status: 404) }.find() == .none)
    }

    @Test("has its own status instead of HTTP's, and an invalid reply is a failure") func failures() async throws {
        for (steps, expected) in [
            (Self.message(#""""#, status: 401), ServiceFailure(.key)),
            (Self.message("[]", status: 402), ServiceFailure(.limit, retryAfter: .seconds(3600))),
            (Self.message("{}", status: 503), ServiceFailure(.failing)),
            (Self.message("{}", status: 999), ServiceFailure(.malformed)),
            (ProviderFixture.json("{}"), ServiceFailure(.malformed)),
            (ProviderFixture.json(#"{"message":{"header":{"status_code":1e300}}}"#), ServiceFailure(.malformed)),
            (ProviderFixture.json("<html>", "502 Bad Gateway"), ServiceFailure(.failing)),
            (
                ProviderFixture.json("", "429 Too Many Requests", ["Retry-After: 5"]),
                ServiceFailure(.limit, retryAfter: .seconds(5))
            ),
            (
                Self.message(#"{"track":{"track_name":"Żółw & Co","artist_name":"Łona","track_id":1e300}}"#),
                ServiceFailure(.malformed)
            ),
        ] {
            #expect(try await ProviderFixture(.musixmatch) { _ in steps }.failure() == expected)
        }
    }

    @Test(
        "gives no lyrics from invalid word timing",
        arguments: [
            "no list", "[]", "{}", #"[{\"ts\":\"x\"}]"#, #"[{\"ts\":1,\"l\":[{\"c\":\"a\\nb\",\"o\":0}]}]"#, "[[[",
            #"[{\"ts\":1e300}]"#,
        ])
    func brokenRichsync(_ list: String) async throws {
        let providers = try await ProviderFixture(
            .musixmatch,
            Self.methods([
                "matcher.track.get": Self.message(Self.track(#""has_richsync":1,"has_lyrics":1"#)),
                "track.richsync.get": Self.message(#"{"richsync":{"richsync_body":"\#(list)"}}"#),
                "track.lyrics.get": Self.message(#"{"lyrics":{"lyrics_body":"Plain"}}"#),
            ]))
        #expect(ProviderFixture.lines(try await providers.find()) == ["Plain"])
    }
}
