import Catalog
import Testing

/// The certainty that a track is the song that another service describes.
@Suite("Song matching") struct SongMatchingTests {
    private func certainty(
        _ wanted: String, _ title: String, artist: String = "Low", by performer: String = "Low",
        album: String? = "Hey What", on release: String = "Hey What", seconds: Int64? = 200, of length: Int64 = 201
    ) -> MatchCertainty? {
        let song = NamedTrack(
            title: wanted, artist: artist, album: album, durationMilliseconds: seconds.map { $0 * 1000 })
        let facts = MatchFacts(
            title: title, artists: [performer], album: release, durationMilliseconds: length * 1000, recording: nil,
            isrc: nil)
        return SongMatching(song).certainty(of: facts)
    }

    @Test("the same title, artist, album and length are certain") func sure() {
        #expect(certainty("Days", "Days") == .sure)
        #expect(certainty("DÁYS!", "days") == .sure)
        #expect(certainty("Days", "Days", on: "Hey What (Deluxe Edition)") == .sure)
        #expect(certainty("Days", "Days", artist: "Low, Others", of: 203) == .sure)
    }

    @Test("additions, other albums and unknown lengths are likely")
    func likely() {
        #expect(certainty("Days - 2011 Remaster", "Days") == .likely)
        #expect(certainty("Days", "Days (Remastered 2011)") == .likely)
        #expect(certainty("Days (feat. Somebody)", "Days") == .likely)
        #expect(certainty("Days feat. Somebody", "Days") == .likely)
        #expect(certainty("Days - Single Version", "Days", of: 205) == .likely)
        #expect(certainty("Days", "Days", on: "Best Of") == .likely)
        #expect(certainty("Days", "Days", album: nil) == .likely)
        #expect(certainty("Days", "Days", seconds: nil) == .likely)
        #expect(certainty("Days", "Days", of: 206) == .likely)
    }

    @Test(
        "another version, song, artist or length is at most a candidate",
        arguments: [
            "Days - Live", "Days (Live at Home)", "Days (Acoustic)", "Days (Somebody Remix)", "Days - Demo",
            "Days (Instrumental)", "Days - Karaoke Version", "Days, Pt. 2", "Days (Part 2)", "Other",
        ])
    func versions(title: String) {
        #expect(certainty("Days", title) == nil)
        #expect(certainty(title, "Days") == nil)
        #expect(certainty(title, title) == .sure)
    }

    @Test("a version matches even if one side only hints at it") func hints() {
        #expect(certainty("Days - Live", "Days (Live at Home)") == .likely)
        #expect(certainty("Days - Live in Rome", "Days (Live at Home)") == nil)
        #expect(certainty("Days", "Days", by: "High") == nil)
        #expect(certainty("Days", "Days", of: 230) == nil)
        #expect(certainty("(I Can't Get No) Days", "Days") == nil)
        #expect(certainty("Days", "Days", artist: "") == nil)
    }

    @Test("the same recording is exact, whatever its name") func codes() {
        let facts = MatchFacts(
            title: "x", artists: ["y"], album: "", durationMilliseconds: 1, recording: "abc", isrc: "GBAYE0601498")
        func exact(isrc: String? = nil, recording: String? = nil) -> MatchCertainty? {
            SongMatching(NamedTrack(recording: recording, isrc: isrc, title: "Days", artist: "Low")).certainty(
                of: facts)
        }
        #expect(exact(isrc: "gb-aye-06-01498") == .exact)
        #expect(exact(recording: "ABC") == .exact)
        #expect(exact(isrc: "GBAYE0601499") == nil)
        #expect(exact(isrc: "") == nil)
    }
}
