import Board
import Primitives
import Testing

@Suite("Texts on the board") struct BoardTextTests {
    @Test(
        "text is stored as it was meant",
        arguments: [
            ("  Good morning \n", "Good morning"), ("a\r\nb\rc", "a\nb\nc"), ("a\n\n\n\nb", "a\n\nb"),
            ("👩‍👩‍👧 ❤️ żółć", "👩‍👩‍👧 ❤️ żółć"), ("e\u{301}", "é"), ("<b>&amp;", "<b>&amp;"), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"),
        ])
    func kept(text: String, expected: String) throws {
        #expect(try CommentText(text).text == expected)
    }

    @Test(
        "unreadable and disruptive text is refused",
        arguments: [
            "", " \n ", "a\u{0}b", "a\u{7}", "a\u{202E}b", "a\u{2066}b", "\u{FFFD}", "\u{E000}", "a\u{200B}b",
            "Z" + String(repeating: "\u{335}", count: 40), String(repeating: "x", count: 1001),
        ])
    func refused(text: String) {
        let error = #expect(throws: DomainError.self) { try CommentText(text) }
        #expect(error?.code == .invalid && error?.field == "text")
    }

    @Test("a caption has up to 280 characters, and is optional")
    func captions() throws {
        #expect(try PostDraft(.track(ID("t")), caption: nil).caption.isEmpty)
        #expect(try PostDraft(.track(ID("t")), caption: String(repeating: "ż", count: 280)).caption.count == 280)
        let error = #expect(throws: DomainError.self) {
            try PostDraft(.track(ID("t")), caption: String(repeating: "ż", count: 281))
        }
        #expect(error?.field == "caption")
    }
}
