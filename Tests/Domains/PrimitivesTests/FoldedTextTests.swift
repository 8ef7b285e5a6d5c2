import Primitives
import Testing

@Suite("Folded text") struct FoldedTextTests {
    @Test(
        "variants of a name are equal",
        arguments: [
            ("Łódź", "lodz"), ("BJÖRK", "bjork"), ("Sigur Rós", "sigur ros"), ("Ｒｏｎｄｏ", "rondo"), ("straße", "strasse"),
            ("e\u{301}tude", "etude"), ("Don’t", "don't"), ("  two \t spaces ", "two spaces"), ("Ænima", "aenima"),
            ("ﬁn", "fin"),
            ("a\u{200B}b", "ab"), ("", ""),
        ])
    func variants(text: String, folded: String) {
        #expect(FoldedText.fold(text) == folded)
    }

    @Test("other scripts are unchanged")
    func otherScripts() {
        #expect(FoldedText.fold("КИНО") == "кино")
        #expect(FoldedText.fold("椎名林檎") == "椎名林檎")
    }

    @Test("articles, digits and symbols sort as people expect")
    func sortKeys() {
        let names = ["The Beatles", "Track 10", "Track 2", "\"Heroes\"", "Zebra", "Ábaco", "!!!", ""]
        let sorted = names.sorted { FoldedText.sortKey($0) < FoldedText.sortKey($1) }
        #expect(sorted == ["!!!", "Ábaco", "The Beatles", "\"Heroes\"", "Track 2", "Track 10", "Zebra", ""])
    }

    @Test("folding twice changes nothing more")
    func idempotent() {
        for text in ["Łódź", "ΣΊΣΥΦΟΣ", "ǅ", "ﷺ", "İstanbul", "a\u{0}b"] {
            #expect(FoldedText.fold(FoldedText.fold(text)) == FoldedText.fold(text))
        }
    }

    @Test("ASCII text is folded the same as among other letters") func ascii() {
        for byte in UInt8(0)..<0x80 {
            let text = "Ab\(Character(Unicode.Scalar(byte)))C d"
            #expect(FoldedText.fold(text) + "e" == FoldedText.fold(text + "é"), "\(byte)")
        }
    }
}
