import Listening
import Primitives
import Testing

@Suite("Signed track addresses") struct SignedTrackURLTests {
    private static let now = Timestamp(milliseconds: 1_795_000_000_000)

    private static func claim(end: Int64 = 1_795_000_060) throws -> SignedTrackURLs.Claim {
        SignedTrackURLs.Claim(
            speaker: try DeviceID("7b1c3e0a-6c9e-4e62-9e3c-0b9b3b0c9d21"),
            track: ID("018f4a3e-0000-7000-8000-000000000001"), form: "original", offset: 0, end: end)
    }

    @Test("an address opens its own track until it expires, and only with this process's key")
    func opens() throws {
        let (urls, claim) = (SignedTrackURLs(), try Self.claim())
        let path = urls.path(of: claim, ending: "mp3")
        #expect(path.hasPrefix("/renderers/7b1c3e0a-6c9e-4e62-9e3c-0b9b3b0c9d21/018f4a3e-"))
        #expect(path.hasSuffix("/track.mp3"))
        #expect(urls.claim(of: path, at: Self.now) == claim)
        #expect(urls.claim(of: path, at: Timestamp(milliseconds: 1_795_000_060_999)) == claim)
        #expect(urls.claim(of: path, at: Timestamp(milliseconds: 1_795_000_061_000)) == nil)
        #expect(SignedTrackURLs().claim(of: path, at: Self.now) == nil)
    }

    @Test("a changed address opens nothing")
    func forged() throws {
        let urls = SignedTrackURLs()
        let path = urls.path(of: try Self.claim(), ending: "mp3")
        for change in [
            ("/7b1c3e0a", "/7b1c3e0b"), ("000000000001/", "000000000002/"), ("/original/", "/mp3/"),
            ("/original/0/", "/original/1/"), ("/original/0/", "/original/00/"), ("/original/0/", "/original/+0/"),
            ("1795000060", "1995000060"), ("/7b1c3e0a", "/7B1C3E0A"), ("/renderers/", "/renderers//"),
            ("/track.mp3", ""), ("/track.mp3", "/track.mp3/x"), ("/track.mp3", "=/track.mp3"), ("/track.", "/../"),
            (".mp3", ".wav"), (".mp3", ".mp3?a=b"),
        ] {
            let forged = path.replacing(change.0, with: change.1)
            #expect(forged != path && urls.claim(of: forged, at: Self.now) == nil, "\(forged)")
        }
        for character in path.indices.dropFirst(SignedTrackURLs.prefix.count).dropLast("track.mp3".count) {
            var forged = path
            forged.replaceSubrange(character...character, with: path[character] == "a" ? "b" : "a")
            #expect(urls.claim(of: forged, at: Self.now) == nil, "\(forged)")
        }
        for path in ["", "/", "/renderers/", "/renderers///////", String(repeating: "/renderers/a", count: 100)] {
            #expect(urls.claim(of: path, at: Self.now) == nil)
        }
    }
}
