import Primitives
import Testing

@Suite("Runs of combining marks") struct MarkRunTests {
    private static let endless =
        "a" + String(repeating: "\u{0301}", count: 100_000) + String(repeating: "\u{0323}", count: 100_000) + "b"

    @Test("keep thirty marks per letter, of any kind, and all marks of ordinary text") func limited() {
        #expect(Self.endless.streamSafe.unicodeScalars.count == 32)
        for text in ["", "plain", "Zażółć gęślą jaźń", "Việt Nam", "שָׁלוֹם", "e\u{0301}\u{0323}", "👩‍👩‍👧", "नमस्ते"] {
            #expect(Array(text.streamSafe.utf8) == Array(text.utf8))
            #expect(MarkRun.limited(Array(text.utf8)) == Array(text.utf8))
        }
        #expect(MarkRun.limited(Array(Self.endless.utf8)).count == 62)
        #expect(MarkRun.limited([0x61, 0xFF, 0xCC]) == [0x61, 0xFF, 0xCC])
    }

    @Test("continue from one part of a text to the next") func parts() {
        var run = MarkRun()
        let marks = String(repeating: "\u{0301}", count: 20)
        #expect(run.limited("a" + marks).unicodeScalars.count == 21)
        #expect(run.limited(marks).unicodeScalars.count == 10)
        #expect(run.limited("b" + marks).unicodeScalars.count == 21)
    }

    @Test("do not make folding slower than linear", .timeLimit(.minutes(1))) func folding() {
        #expect(FoldedText.fold(Self.endless) == "ab")
        let ligatures = String(repeating: "ﷺ", count: 20_000)
        #expect(FoldedText.fold(ligatures).utf8.count > 20_000 * 30)
        let long = String(repeating: "Żółw i Ｅé\u{0323} ", count: 2000)
        let isSame = FoldedText.fold(long) == String(repeating: "zolw i ee ", count: 2000).dropLast()
        #expect(isSame)
    }
}
