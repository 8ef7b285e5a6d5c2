import Catalog
import Primitives
import Testing

@testable import Submissions

@Suite("File names of submissions") struct FileNameTemplateTests {
    private func path(
        _ form: SubmissionForm, _ template: String = FileNameTemplate.standard, number: Int = 1
    ) throws -> String {
        try FileNameTemplate(template).path(for: form, extension: "flac", number: number).display
    }

    @Test("known values are inserted as the template says, and missing ones leave no gap")
    func fields() throws {
        var form = SubmissionForm(title: "Song", artists: ["Ann", "Bo"])
        #expect(try path(form) == "Ann, Bo/Unknown album/Song.flac")
        form.album = "Album"
        form.trackNumber = 7
        #expect(try path(form) == "Ann, Bo/Album/07 Song.flac")
        form.albumArtists = ["Various Artists"]
        form.year = 1999
        form.discNumber = 2
        #expect(try path(form) == "Various Artists/Album (1999)/2-07 Song.flac")
        #expect(try path(form, number: 3) == "Various Artists/Album (1999)/2-07 Song (3).flac")
        #expect(try path(form, "{genre}/{artist} - {title}") == "Unknown genre/Ann, Bo - Song.flac")
    }

    @Test(
        "no text that users type leads to another folder or hides a file",
        arguments: [
            ("../../etc/passwd", "_.._etc_passwd"), ("..", "_"), (".hidden", "hidden"), ("a\u{0}b", "ab"),
            ("a/b\\c", "a_b_c"), ("CON", "_CON"), ("lpt1.txt", "_lpt1.txt"), ("conin$", "_conin$"),
            ("trailing. .", "trailing"), ("  many   spaces ", "many spaces"), ("~", "_"),
            ("\u{202E}gnp.exe", "gnp.exe"), ("a:b*c?", "a_b_c_"),
            ("???", "___"), ("Żółć 日本", "Żółć 日本"),
        ])
    func hostile(text: String, name: String) throws {
        let form = SubmissionForm(title: text, artists: [text], album: text)
        let parts = try path(form).split(separator: "/").map(String.init)
        #expect(parts == [name, name, name + ".flac"])
    }

    @Test("no part exceeds the file system's limit, and none is cut within a letter")
    func length() throws {
        let form = SubmissionForm(
            title: String(repeating: "🎵", count: 500), artists: [String(repeating: "x", count: 500)])
        for part in try path(form, number: 12).split(separator: "/") {
            #expect(part.utf8.count <= 120)
        }
        #expect(try path(form, number: 12).hasSuffix("🎵 (12).flac"))
    }

    @Test(
        "an invalid template is refused",
        arguments: [
            "", "/{title}", "{title}/", "{artist}", "{name}", "{title", "[{title}]", "a[b[{year}]]{title}",
            "{artist}/x",
        ])
    func invalid(text: String) {
        #expect(throws: DomainError.self) { try FileNameTemplate(text) }
    }
}
