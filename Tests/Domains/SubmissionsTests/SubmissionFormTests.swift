import Catalog
import Primitives
import Testing

@testable import Submissions

@Suite("The form of a submission") struct SubmissionFormTests {
    @Test("a value equal to the file's needs no correction, other values do")
    func corrections() {
        var file = TrackEdit()
        (file.title, file.artists, file.album, file.albumArtists, file.genres) = ("Song", ["Ann"], "Album", [], ["Pop"])
        (file.year, file.trackNumber) = (1999, 3)
        var form = SubmissionForm(
            title: "Song", artists: ["Ann"], album: "Album", genres: ["Pop"], year: 1999, trackNumber: 3)
        #expect(form.corrections(to: file).isEmpty)
        form.title = "Other"
        form.genres = []
        form.discNumber = 2
        let edit = form.corrections(to: file)
        #expect(edit.fields == [.title, .genres, .discNumber])
        #expect(edit.title == "Other" && edit.genres == [] && edit.discNumber == 2 && !edit.leavesRelease)
    }

    @Test("a change keeps fields that it does not name, and validates those that it does")
    func changes() throws {
        let form = SubmissionForm(title: "Song", artists: ["Ann"], album: "Album", year: 1999)
        var change = SubmissionChange()
        change.title = "  Two   words "
        change.year = .some(nil)
        let changed = try change.applied(to: form)
        #expect(changed.title == "Two words" && changed.year == nil && changed.album == "Album")
        change.artists = ["Ann", "ann"]
        #expect(throws: DomainError.self) { try change.applied(to: form) }
        change = SubmissionChange()
        change.trackNumber = .some(0)
        #expect(throws: DomainError.self) { try change.applied(to: form) }
    }

    @Test("a file's name is its last part, without invisible characters and direction marks")
    func names() throws {
        #expect(try UploadDraft(name: "C:\\music\\a.mp3", length: 1).name == "a.mp3")
        #expect(try UploadDraft(name: "/etc/\u{7}a.mp3", length: 1).name == "a.mp3")
        #expect(try UploadDraft(name: "a\u{202E}3pm.\u{200B}mp3\u{FEFF}", length: 1).name == "a3pm.mp3")
        for name in [
            "", "/", "..//", ".", "a/..", ".\u{2066}.", "\u{202E}", "\u{200D}", "\u{3164} ",
            String(repeating: "x", count: 256),
        ] {
            #expect(throws: DomainError.self) { try UploadDraft(name: name, length: 1) }
        }
        #expect(throws: DomainError.self) { try UploadDraft(name: "a", length: 0) }
        #expect(throws: DomainError.self) { try UploadDraft(name: "a", length: 1, batch: "no uuid") }
    }
}
