import Catalog
import Testing

@Suite("Spelling") struct SpellingTests {
    private static func distance(_ typed: String, _ known: String, atMost limit: Int, asBeginning: Bool = false) -> Int?
    {
        Spelling.distance(
            Array(typed.unicodeScalars), Array(known.unicodeScalars), atMost: limit, asBeginning: asBeginning)
    }

    @Test(
        "counts missing, extra, wrong and swapped letters",
        arguments: [
            ("beatles", "beatles", 0), ("beetles", "beatles", 1), ("beatels", "beatles", 1), ("betles", "beatles", 1),
            ("beattles", "beatles", 1), ("nrivnaa", "nirvana", 2), ("", "ab", 2), ("ab", "", 2),
            ("звезад", "звезда", 1),
        ])
    func counts(typed: String, known: String, edits: Int) {
        #expect(Self.distance(typed, known, atMost: 2) == edits)
        #expect(edits == 0 || Self.distance(typed, known, atMost: edits - 1) == nil)
    }

    @Test("gives up beyond the maximum distance") func far() {
        #expect(Self.distance("beatles", "stones", atMost: 2) == nil)
        #expect(Self.distance("a", "abcdef", atMost: 2) == nil)
        #expect(Self.distance("abcdef", "a", atMost: 2) == nil)
    }

    /// Compares with the plain definition, for every pair of short words over two letters.
    @Test("matches the definition") func definition() {
        func plain(_ a: ArraySlice<Unicode.Scalar>, _ b: ArraySlice<Unicode.Scalar>) -> Int {
            guard let x = a.last, let y = b.last else { return max(a.count, b.count) }
            let (c, d) = (a.dropLast(), b.dropLast())
            var least = min(plain(c, d) + (x == y ? 0 : 1), plain(c, b) + 1, plain(a, d) + 1)
            if let v = c.last, let w = d.last, x == w, y == v {
                least = min(least, plain(c.dropLast(), d.dropLast()) + 1)
            }
            return least
        }
        let words = [1, 2, 3, 4].flatMap { length in
            (0..<(1 << length)).map { bits in (0..<length).map { bits >> $0 & 1 == 0 ? "a" : "b" as Unicode.Scalar } }
        }
        for typed in words {
            for known in words {
                let expected = plain(typed[...], known[...])
                for limit in 0...2 {
                    #expect(Spelling.distance(typed, known, atMost: limit) == (expected <= limit ? expected : nil))
                }
            }
        }
    }

    @Test("a word and its misspelling share trigrams") func trigrams() {
        for (typed, known) in [("beetles", "beatles"), ("lvoe", "love"), ("tomorow", "tomorrow"), ("mpve", "move")] {
            let trigrams = Spelling.trigrams(Array(typed.unicodeScalars))
            let shared = trigrams.intersection(Spelling.trigrams(Array(known.unicodeScalars)))
            #expect(shared.count >= Spelling.shared(trigrams.count, edits: 1), "\(typed)")
        }
        #expect(Spelling.trigrams(["a"]) == ["  a", " a "])
        #expect(Spelling.inner(["a", "b"]) == [])
    }

    @Test("lists exactly the words that are one letter away from a short word") func neighbors() throws {
        for word in ["zd", "rok", "jass"] {
            let letters = Array(word.unicodeScalars)
            let near = try #require(Spelling.neighbors(letters))
            for other in near {
                #expect(Spelling.distance(letters, Array(other.unicodeScalars), atMost: 1) == 1, "\(other)")
            }
            #expect(
                near.count > 36 * (2 * letters.count) && near.count < 36 * (2 * letters.count + 2) + 2 * letters.count)
        }
        for (typed, known) in [("zd", "zed"), ("rok", "rock"), ("rokc", "rock"), ("rocks", "rock")] {
            #expect(
                Spelling.neighbors(Array(typed.unicodeScalars))?.contains(known) == (typed.count <= 4 ? true : nil))
        }
        #expect(Spelling.neighbors(Array("кот".unicodeScalars)) == nil)
    }

    @Test("treats words that sound alike as spellings of each other") func sounds() {
        for (typed, known) in [("alfa", "alpha"), ("jass", "jazz"), ("rok", "roc"), ("fonk", "phonk")] {
            #expect(Spelling.soundingAlike(typed).contains(known) && Spelling.soundingAlike(known).contains(typed))
        }
        #expect(Spelling.soundingAlike("ω").isEmpty)
    }
}
