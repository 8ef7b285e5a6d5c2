import Catalog
import Foundation
import Media
import Testing

@Suite("An MP3 with several tags") struct SeveralTagsTests {
    @Test("takes ID3v2's values, and the gain from an added APE tag") func gain() async throws {
        var tag = ID3Tag()
        tag.add("TIT2", "Song")
        tag.add("TALB", "Album")
        tag.addDescribed("REPLAYGAIN_TRACK_PEAK", "0.5")
        let tags = try await Self.read(
            tag.bytes,
            MonkeysAudioFile.tag([
                ("Title", "Another song"), ("REPLAYGAIN_TRACK_GAIN", "-6.50 dB"), ("REPLAYGAIN_TRACK_PEAK", "0.9"),
            ]))
        #expect(tags.title == "Song")
        #expect(tags.album == "Album")
        #expect(tags.replayGain.trackGain == -6.5)
        #expect(tags.replayGain.trackPeak == 0.5)
    }

    @Test("takes APE's values where ID3v2 names only the encoder") func names() async throws {
        var tag = ID3Tag()
        tag.add("TSSE", "LAME")
        let tags = try await Self.read(
            tag.bytes,
            MonkeysAudioFile.tag([("Title", "Song"), ("Artist", "Ada\0Grace"), ("Album", "Album"), ("Track", "3/12")]))
        #expect(tags.title == "Song")
        #expect(tags.artists == ["Ada", "Grace"])
        #expect(tags.album == "Album")
        #expect(tags.trackNumber == 3)
    }

    @Test("takes from ID3v1 what both others lack") func oldest() async throws {
        var tag = ID3Tag()
        tag.add("TIT2", "A title that is longer than thirty letters")
        tag.add("COMM", [0] + Array("engSource\0From a tape".utf8))
        let tags = try await Self.read(
            tag.bytes,
            MonkeysAudioFile.tag([("Artist", "Ada")])
                + Self.id3v1(title: "A title that is longer than th", artist: "Nobody", album: "Album", "Cut off"))
        #expect(tags.title == "A title that is longer than thirty letters")
        #expect(tags.artists == ["Ada"])
        #expect(tags.album == "Album")
        #expect(tags.genres == ["Jazz"])
        #expect(tags.comment == "From a tape")
    }

    private static func read(_ front: [UInt8], _ tail: [UInt8]) async throws -> TrackTags {
        let folder = try TestFolder()
        try await TinyAudio.make(
            folder.file("plain.mp3"),
            options: TinyAudio.options(for: "a.mp3") + ["-id3v2_version", "0", "-write_id3v1", "0"])
        try folder.write(front + folder.bytes(of: "plain.mp3") + tail, to: "a.mp3")
        return try await WorkerFixture.withPool { try await $0.read(.of("a.mp3"), in: folder.root) }.tags
    }

    /// Genre 8 is jazz. https://id3.org/ID3v1
    private static func id3v1(title: String, artist: String, album: String, _ comment: String) -> [UInt8] {
        func field(_ text: String, _ size: Int) -> [UInt8] {
            Array(text.utf8) + [UInt8](repeating: 0, count: size - text.utf8.count)
        }
        return Array("TAG".utf8) + field(title, 30) + field(artist, 30) + field(album, 30) + field("1999", 4)
            + field(comment, 30) + [8]
    }
}
