import Catalog
import Foundation
import Primitives
import Support
import Testing

@testable import Discovery

@Suite("Similarity") struct SimilarityTests {
    private static func evidence() -> SimilarityEvidence {
        var evidence = SimilarityEvidence()
        evidence.artists = [ID("nina")]
        evidence.own = [ID("blue")]
        evidence.listeners = [15, 3]
        evidence.heard = [
            .init(listener: 0, album: ID("blue"), plays: 15), .init(listener: 0, album: ID("waves"), plays: 7),
            .init(listener: 1, album: ID("waves"), plays: 1), .init(listener: 1, album: ID("noise"), plays: 7),
        ]
        evidence.genres = [.init(genre: ID("jazz"), own: 2, all: 6), .init(genre: ID("pop"), own: 1, all: 1022)]
        evidence.albums = [
            ID("blue"): .init(artist: ID("nina"), plays: 18), ID("waves"): .init(artist: ID("otis"), plays: 14),
            ID("noise"): .init(artist: ID("pia"), plays: 30), ID("tune"): .init(artist: ID("rex"), plays: 0),
            ID("song"): .init(artist: ID("sue"), plays: 0), ID("mix"): .init(artist: nil, plays: 5),
        ]
        evidence.albums[ID("tune")]?.genres = [ID("jazz"), ID("rock")]
        evidence.albums[ID("song")]?.genres = [ID("pop")]
        return evidence
    }

    @Test("follows the formula") func formula() throws {
        let scores = SimilarityRanking(Self.evidence()).albums()
        let waves = 4 * 3 / log2(16.0) + 2 * 1 / log2(16.0)
        let noise = 2 * 3 / log2(32.0)
        #expect(abs(try #require(scores[ID("waves")]) - 0.65) < 1e-12)
        #expect(abs(try #require(scores[ID("noise")]) - 0.65 * noise / waves) < 1e-12)
        let (jazz, pop) = (2 / log2(8.0), 1 / log2(1024.0))
        #expect(abs(try #require(scores[ID("tune")]) - 0.35 * jazz / (jazz + pop)) < 1e-12)
        #expect(abs(try #require(scores[ID("song")]) - 0.35 * pop / (jazz + pop)) < 1e-12)
        // The item itself, and items without any evidence, are not listed.
        #expect(scores[ID("blue")] == nil && scores[ID("mix")] == nil)
    }

    @Test("ranks artists, without the item's own and Various Artists") func artists() {
        let artists = SimilarityRanking(Self.evidence()).artists().map(\.artist.rawValue)
        #expect(artists == ["otis", "rex", "pia", "sue"])
        #expect(SimilarityRanking(SimilarityEvidence()).artists().isEmpty)
    }

    @Test("is valid for any numbers") func bounds() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            var evidence = SimilarityEvidence()
            evidence.listeners = (0..<3).map { _ in Int.random(in: 0...1_000_000, using: &random) }
            for number in 0..<20 {
                let album = ID<Album>("a\(number)")
                var traits = SimilarityEvidence.Traits(
                    artist: Bool.random(using: &random) ? ID("r\(number % 5)") : nil,
                    plays: Int.random(in: 0...9, using: &random))
                traits.genres = (0..<Int.random(in: 0...2, using: &random)).map { ID("g\($0)") }
                evidence.albums[album] = traits
                evidence.heard.append(
                    .init(
                        listener: Int.random(in: 0...4, using: &random), album: album,
                        plays: Int.random(in: 0...99, using: &random)))
            }
            evidence.genres = [.init(genre: ID("g0"), own: 1, all: Int.random(in: 0...9, using: &random))]
            let ranking = SimilarityRanking(evidence)
            #expect(ranking.albums().values.allSatisfy { $0 > 0 && $0 <= 1.000001 })
            #expect(ranking.artists().allSatisfy { $0.score > 0 && $0.score <= 1.000001 })
        }
    }

    @Test("is shuffled the same by equal seeds and differently by others, preferring likely items") func mix() {
        let items = (0..<100).map { (item: $0, weight: $0 == 7 ? 50.0 : 1.0) }
        func pick(_ seed: UInt64) -> [Int] {
            var mix = SimilarMix(seed: seed)
            return mix.pick(10, of: items)
        }
        #expect(pick(1) == pick(1))
        #expect(pick(1) != pick(2))
        #expect(Set(pick(3)).count == 10)
        let lucky = (0..<200 as Range<UInt64>).count { pick($0).contains(7) }
        let other = (0..<200 as Range<UInt64>).count { pick($0).contains(8) }
        #expect(lucky > 180 && other < 60)
        var mix = SimilarMix(seed: 0)
        #expect(mix.pick(3, of: [(item: 1, weight: 0), (item: 2, weight: -1)]).isEmpty)
    }

    @Test("gives no artist more than a quarter while there are others") func shares() {
        var mix = SimilarMix(seed: 4)
        let candidates = (0..<100).map {
            SimilarMix.Candidate(track: ID("t\($0)"), artist: ID($0 < 80 ? "many" : "few\($0)"), weight: 1)
        }
        let picked = mix.pick(20, of: candidates)
        #expect(picked.count == 20)
        #expect(Set(picked).count == 20)
        #expect(picked.count { Int($0.rawValue.dropFirst()).map { $0 < 80 } == true } == 5)
        // Without other artists it may fill the list.
        #expect(mix.pick(20, of: Array(candidates.prefix(80))).count == 20)
    }

    @Test("reads biographies and notes from text and NFO files") func words() {
        #expect(InfoText.biography(in: " \n Born 1933.\nDied 2003. \n") == "Born 1933.\nDied 2003.")
        let nfo =
            "<?xml version=\"1.0\"?><artist><name>Nina</name><biography> Tom &amp; &lt;Jerry&gt; &#x17C;&#243;&#0;&bad; &</biography></artist>"
        #expect(InfoText.biography(in: nfo) == "Tom & <Jerry> żó&#0;&bad; &")
        #expect(InfoText.biography(in: "<artist><biography></biography></artist>") == nil)
        #expect(InfoText.biography(in: "<artist><biography>no end") == nil)
        #expect(InfoText.notes(in: "<album><review><![CDATA[A & B]]></review></album>") == "A & B")
        #expect(InfoText.biography(in: "") == nil)
        #expect((InfoText.biography(in: String(repeating: "ż", count: 100_000))?.utf8.count ?? 0) <= 32 * 1024)
    }
}
