import Catalog
import Support
import Testing

@Suite("Extended tags stored as one text") struct FurtherTagsTests {
    @Test("are read back as they were written") func roundTrip() {
        var random = SeededGenerator(seed: 17)
        let texts = ["Calm", "Żółć & co.", "a b", "x=y", "-", "\\n", "🎵"]
        for _ in 0..<500 {
            func some() -> [String] {
                (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in texts.randomElement(using: &random) }
            }
            var tags = ExtendedTags()
            (tags.moods, tags.groupings, tags.isrcs) = (some(), some(), some())
            (tags.recordLabels, tags.releaseTypes) = (some(), some())
            (tags.titleSort, tags.artistCredit, tags.albumArtistCredit) = (some().first, some().first, some().first)
            (tags.releaseDate, tags.albumVersion) = (some().first, some().first)
            tags.works = some().map { Work(name: $0, musicBrainz: some().first) }
            tags.movements = some().map { Movement(name: $0, number: Bool.random(using: &random) ? 3 : nil, count: 4) }
            tags.advisory = [.clean, .explicit, nil].randomElement(using: &random) ?? nil
            tags.baseGain = Bool.random(using: &random) ? -2.5 : nil
            #expect(ExtendedTags(text: tags.text) == tags)
            #expect((tags.text == nil) == (tags == ExtendedTags()))
        }
    }

    @Test("handle any value, within limits") func hostile() {
        var tags = ExtendedTags()
        tags.moods = ["a\tb\nwork\tc", String(repeating: "ż", count: 5000), ""]
        tags.works = [Work(name: "w\t", musicBrainz: "\n")]
        let read = ExtendedTags(text: tags.text)
        #expect(read.moods.count == 2)
        #expect(read.moods.first == "a b work c")
        #expect(read.moods.last.map { $0.utf8.count <= 1024 } == true)
        #expect(read.works == [Work(name: "w ", musicBrainz: " ")])
        tags.moods = (0..<10_000).map { "mood \($0)" }
        #expect((tags.text?.utf8.count ?? 0) <= 48 * 1024)
    }

    @Test("with unknown fields skip them") func unknown() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
                [9, 10, 97, 109, 200, 0, 45].randomElement(using: &random) ?? 9 as UInt8
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let tags = ExtendedTags(text: text)
            #expect(ExtendedTags(text: tags.text) == tags)
            let release = ReleaseTags(text: text)
            #expect(ReleaseTags(text: release.text) == release)
        }
        #expect(ExtendedTags(text: "colour\tred\nmood\tCalm\nbasegain\tnan\nmood").moods == ["Calm"])
    }
}
