import Catalog
import Foundation
import Testing

@testable import Media

@Suite("Extended tags")
struct FurtherTagsTests {
    private static let work = "b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d"

    /// The names that MusicBrainz Picard uses in Vorbis comments.
    private static let comments = [
        ("MOOD", "Calm"), ("LABEL", "ECM"), ("RELEASETYPE", "Album; Live"), ("WORK", "Sonata"),
        ("MUSICBRAINZ_WORKID", work),
        ("MOVEMENTNAME", "Largo"), ("MOVEMENT", "2"), ("MOVEMENTTOTAL", "4"), ("GROUPING", "Piano"),
        ("ISRC", "DEA123456789"),
        ("ITUNESADVISORY", "1"), ("RELEASEDATE", "2005-03-04"), ("ALBUMVERSION", "Remastered"), ("COMPOSER", "Ida"),
        ("COMPOSERSORT", "Ida, The"), ("ENGINEER", "Ed"), ("MIXER", "Mia"), ("DJMIXER", "Di"), ("ARRANGER", "Al"),
        ("DIRECTOR", "Dan"), ("WRITER", "Will"), ("PERFORMER", "Pia (Grand Piano)"),
    ]

    @Test("are the same in Vorbis comments, MP4 and APE", arguments: ["a.flac", "a.ogg", "a.opus", "a.oga", "a.wv"])
    func comments(name: String) async throws {
        let folder = try TestFolder()
        try await TinyAudio.make(folder.file(name), options: TinyAudio.options(for: name), tags: Self.comments)
        let tags = try await WorkerFixture.withPool { try await $0.read(.of(name), in: folder.root) }.tags
        expectAll(tags)
    }

    @Test("are read from an APE tag")
    func ape() async throws {
        let folder = try TestFolder()
        try folder.write(MonkeysAudioFile.bytes(Self.comments.map { (key: $0.0, value: $0.1) }), to: "a.ape")
        expectAll(try await WorkerFixture.withPool { try await $0.read(.of("a.ape"), in: folder.root) }.tags)
    }

    private func expectAll(_ tags: TrackTags) {
        let extendedTags = tags.extendedTags
        #expect(extendedTags.moods == ["Calm"])
        #expect(extendedTags.recordLabels == ["ECM"])
        #expect(extendedTags.releaseTypes == ["album", "live"])
        #expect(extendedTags.works == [Work(name: "Sonata", musicBrainz: Self.work)])
        #expect(extendedTags.movements == [Movement(name: "Largo", number: 2, count: 4)])
        #expect(extendedTags.groupings == ["Piano"])
        #expect(extendedTags.isrcs == ["DEA123456789"])
        #expect(extendedTags.advisory == .explicit)
        #expect(extendedTags.releaseDate == "2005-03-04")
        #expect(extendedTags.albumVersion == "Remastered")
        #expect(tags.composers == ["Ida"])
        #expect(tags.composerSorts == ["Ida, The"])
        #expect(
            tags.contributions == [
                .init(role: .arranger, name: "Al"), .init(role: .engineer, name: "Ed"),
                .init(role: .mixer, name: "Mia"),
                .init(role: .djMixer, name: "Di"), .init(role: .director, name: "Dan"),
                .init(role: .writer, name: "Will"),
                .init(role: .musician, name: "Pia", part: "grand piano"),
            ])
    }

    @Test("are read from ID3v2's own frames")
    func id3() async throws {
        var tag = ID3Tag()
        tag.add("TIT2", "Largo")
        tag.add("TMOO", "Calm")
        tag.add("TPUB", "ECM")
        tag.add("TSOT", "Largo, The")
        tag.add("TMCL", "Grand Piano", "Pia", "electric guitar", "Gus")
        tag.add("TIPL", "engineer", "Ed", "DJ-mix", "Di", "mix", "Mia", "arranger", "Al", "producer", "Pru")
        tag.add("TDRL", "2005-03-04")
        tag.add("TSRC", "DEA123456789", "DEA123456780")
        tag.add("GRP1", "Piano")
        tag.add("TIT1", "Sonata")
        tag.add("MVNM", "Largo")
        tag.add("MVIN", "2/4")
        tag.addDescribed("MusicBrainz Album Type", "album", "live")
        tag.addDescribed("ITUNESADVISORY", "2")
        tag.addDescribed("ALBUMVERSION", "Remastered")
        let tags = try await Self.read(tag)
        let extendedTags = tags.extendedTags
        #expect(tags.titleSort == "Largo, The")
        #expect(extendedTags.moods == ["Calm"])
        #expect(extendedTags.recordLabels == ["ECM"])
        #expect(extendedTags.releaseDate == "2005-03-04")
        #expect(extendedTags.isrcs == ["DEA123456789", "DEA123456780"])
        #expect(extendedTags.groupings == ["Piano"])
        #expect(extendedTags.works == [Work(name: "Sonata")])
        #expect(extendedTags.movements == [Movement(name: "Largo", number: 2, count: 4)])
        #expect(extendedTags.releaseTypes == ["album", "live"])
        #expect(extendedTags.advisory == .clean)
        #expect(extendedTags.albumVersion == "Remastered")
        #expect(tags.producers == ["Pru"])
        #expect(
            Set(tags.contributions.map { "\($0.role) \($0.name) \($0.part ?? "-")" }) == [
                "engineer Ed -", "djMixer Di -", "mixer Mia -", "arranger Al -", "musician Pia grand piano",
                "musician Gus electric guitar",
            ])
    }

    @Test("use a content group as grouping unless the file names a work elsewhere")
    func contentGroup() async throws {
        var alone = ID3Tag()
        alone.add("TIT1", "Evening")
        #expect(try await Self.read(alone).extendedTags.groupings == ["Evening"])
        #expect(try await Self.read(alone).extendedTags.works == [])
        var beside = alone
        beside.addDescribed("WORK", "Sonata")
        #expect(try await Self.read(beside).extendedTags.groupings == ["Evening"])
        #expect(try await Self.read(beside).extendedTags.works == [Work(name: "Sonata")])
    }

    @Test("contain a disc title from ID3v2's own frame, unless a text frame names it")
    func discTitle() async throws {
        var tag = ID3Tag()
        tag.add("TSST", "Evening")
        #expect(try await Self.read(tag).discSubtitle == "Evening")
        tag.addDescribed("DISCSUBTITLE", "Night")
        #expect(try await Self.read(tag).discSubtitle == "Night")
    }

    @Test("are read from MP4's own atoms", arguments: [(1, Advisory.explicit), (4, .explicit), (2, .clean), (0, nil)])
    func mp4(rating: Int, advisory: Advisory?) async throws {
        let folder = try TestFolder()
        try await TinyAudio.make(
            folder.file("a.m4a"), options: TinyAudio.options(for: "aac.m4a"),
            tags: [("grouping", "Piano"), ("composer", "Ida"), ("hd_video", String(rating))])
        // ffmpeg writes `hdvd` but not `rtng`. Both have the same structure, so the test renames it.
        var bytes = try folder.bytes(of: "a.m4a")
        if rating > 0 {
            let place = try #require(bytes.firstRange(of: Array("hdvd".utf8)))
            bytes.replaceSubrange(place, with: Array("rtng".utf8))
        }
        try folder.write(bytes, to: "a.m4a")
        let tags = try await WorkerFixture.withPool { try await $0.read(.of("a.m4a"), in: folder.root) }.tags
        #expect(tags.extendedTags.advisory == advisory)
        #expect(tags.extendedTags.groupings == ["Piano"])
        #expect(tags.composers == ["Ida"])
    }

    @Test("contain Opus's output gain beside its tagged gains")
    func opusGain() async throws {
        let folder = try TestFolder()
        try await TinyAudio.make(
            folder.file("a.opus"), options: TinyAudio.options(for: "a.opus"), tags: [("R128_TRACK_GAIN", "-512")])
        var bytes = try folder.bytes(of: "a.opus")
        let head = try #require(bytes.firstRange(of: Array("OpusHead".utf8)))
        // −2.5 dB in Q7.8.
        bytes[head.lowerBound + 16] = 0x80
        bytes[head.lowerBound + 17] = 0xFD
        try folder.write(bytes, to: "a.opus")
        let tags = try await WorkerFixture.withPool { try await $0.read(.of("a.opus"), in: folder.root) }.tags
        #expect(tags.extendedTags.baseGain == -2.5)
        #expect(tags.replayGain.trackGain == 3)
    }

    @Test("of WAVE and AIFF come from the embedded ID3v2 tag", arguments: ["a.wav", "a.aiff"])
    func chunks(name: String) async throws {
        let folder = try TestFolder()
        try await TinyAudio.make(
            folder.file(name), options: TinyAudio.options(for: name) + ["-write_id3v2", "1"],
            tags: [("publisher", "ECM"), ("MOOD", "Calm")])
        let tags = try await WorkerFixture.withPool { try await $0.read(.of(name), in: folder.root) }.tags
        if name == "a.aiff" { #expect(tags.extendedTags.moods == ["Calm"]) }
        if name == "a.aiff" { #expect(tags.extendedTags.recordLabels == ["ECM"]) }
    }

    @Test("a musician's part is the text in the last parentheses")
    func musicians() {
        for (text, name, part) in [
            ("Pia (Piano)", "Pia", "piano"), ("Pia (x) (guitar and vocals)", "Pia (x)", "guitar and vocals"),
            ("Pia", "Pia", nil),
            ("(Piano)", "(Piano)", nil), ("Pia ()", "Pia ()", nil), (")", ")", nil),
        ] as [(String, String, String?)] {
            #expect(ContributionTags.musician(text) == .init(role: .musician, name: name, part: part))
        }
    }

    private static func read(_ tag: ID3Tag) async throws -> TrackTags {
        let folder = try TestFolder()
        try await TinyAudio.make(
            folder.file("plain.mp3"),
            options: TinyAudio.options(for: "a.mp3") + ["-id3v2_version", "0", "-write_id3v1", "0"])
        try folder.write(tag.bytes + folder.bytes(of: "plain.mp3"), to: "a.mp3")
        return try await WorkerFixture.withPool { try await $0.read(.of("a.mp3"), in: folder.root) }.tags
    }
}
