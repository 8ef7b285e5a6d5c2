import Primitives
import Support
import Testing

@Suite("Cursors") struct CursorTests {
    @Test("a list's cursor survives encoding and decoding")
    func roundTrip() throws {
        let cursor = Cursor(
            list: "albums.name.asc", values: [.text("żółw \u{0}\"x"), .integer(.min), .integer(.max), .text("")])
        #expect(try Cursor(text: cursor.text) == cursor)
    }

    @Test("forged text is refused, or is a valid cursor")
    func garbage() {
        var generator = SeededGenerator(seed: 1)
        let valid = Cursor(list: "tracks.title.asc", values: [.text("a"), .integer(7)]).text
        for text in ["", "%", "AAAA", String(repeating: "A", count: 5000), valid + "=", String(valid.dropLast())] {
            #expect(throws: DomainError.self) { try Cursor(text: text) }
        }
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            guard let cursor = try? Cursor(text: Base64URL.encode(bytes)) else { continue }
            #expect((try? Cursor(text: cursor.text)) == cursor, "\(bytes)")
        }
    }

    @Test("a cursor of one list does not open another")
    func otherList() throws {
        let cursor = Cursor(list: "albums.name.asc", values: [.text("a")])
        #expect(throws: DomainError.self) { try cursor.values(of: "albums.name.desc", count: 1) }
        #expect(throws: DomainError.self) { try cursor.values(of: "albums.name.asc", count: 2) }
    }
}
