import Primitives
import Testing

@Suite("Text from HTML") struct HTMLTextTests {
    @Test(
        "markup is removed, and text that only looks like markup stays",
        arguments: [
            ("<p>One &amp; two</p><p>Three</p>", "One & two\n\nThree"), ("3 < 4 <b>and</b> 5 > 4", "3 < 4 and 5 > 4"),
            ("a<br>b<script>c</script>d", "a\nbd"), ("<a <b>x</b> <a href=", "x <a href="), ("x < y <", "x < y <"),
            ("&lt;b&gt; &#233;&#xe9; &none;", "<b> éé &none;"),
        ])
    func plain(html: String, text: String) {
        #expect(HTMLText.plain(html) == text)
    }

    /// Searching from each character to the end would take hours here.
    @Test("unclosed markup is read once", arguments: ["<a", "<", "&a", "</script", "<a&"])
    func signs(sign: String) {
        let text = String(repeating: sign, count: 100_000)
        #expect(HTMLText.plain(text) == text)
    }

    @Test("text is truncated to a number of bytes, between scalars") func cut() {
        #expect("abc".prefix(bytes: 3) == "abc" && "abc".prefix(bytes: 2) == "ab" && "abc".prefix(bytes: -1).isEmpty)
        #expect("aé".prefix(bytes: 2) == "a" && "é".prefix(bytes: 1).isEmpty && "😀😀".prefix(bytes: 7) == "😀")
        let letter = "a" + String(repeating: "\u{301}", count: 1000)
        #expect(letter.count == 1 && letter.prefix(bytes: 5).unicodeScalars.count == 3)
    }
}
