import Testing

@testable import Streaming

@Suite("Names in an archive") struct ArchiveNamesTests {
    @Test(
        "contain nothing with a special meaning to a system",
        arguments: [
            ("AC/DC", "AC_DC"), ("..", "_"), ("../../etc/passwd", "_.._etc_passwd"), ("C:\\x", "C__x"),
            ("What?*", "What__"),
            ("a\u{0}b\u{1B}[2Jc", "a b [2Jc"), ("left\u{202E}3pm.exe", "left 3pm.exe"), (" .hidden. ", "hidden"),
            ("con", "_con"), ("NUL.txt", "_NUL.txt"), ("Com1", "_Com1"), ("COM¹.a", "_COM¹.a"), ("Console", "Console"),
            ("", "_"), ("\n", "_"), ("Zażółć 日本 🔥", "Zażółć 日本 🔥"), ("e\u{301}", "é"),
        ]) func safe(name: String, expected: String)
    {
        #expect(ArchiveNames.safe(name) == expected)
        #expect(ArchiveNames.safe(name).unicodeScalars.elementsEqual(expected.unicodeScalars))
    }

    @Test("are truncated between whole characters") func long() {
        let name = ArchiveNames.safe(String(repeating: "👩‍👩‍👧 ", count: 40))
        #expect(name.utf8.count <= 120 && !name.hasSuffix(" ") && !name.isEmpty)
        #expect(ArchiveNames.safe(String(repeating: "x", count: 119) + ". y") == String(repeating: "x", count: 119))
    }

    @Test("are numbered if they would be equal, ignoring case") func duplicates() {
        var names = ArchiveNames()
        let paths = ["Song", "song", "SONG", "Song (2)"].map { names.path(in: ["A/B"], $0, ending: "FLAC") }
        #expect(paths == ["A_B/Song.flac", "A_B/song (2).flac", "A_B/SONG (3).flac", "A_B/Song (2) (2).flac"])
        #expect(names.path(in: ["Other"], "Song", ending: "fl/../ac") == "Other/Song.flac")
        #expect(names.path(in: [], "x", ending: "") == "x.audio")
    }
}
