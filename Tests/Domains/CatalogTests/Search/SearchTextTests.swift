import Catalog
import Testing

@Suite("Search text") struct SearchTextTests {
    @Test("ASCII text yields the same words as among other letters") func ascii() {
        for byte in UInt8(0)..<0x80 {
            let character = Character(Unicode.Scalar(byte))
            for text in ["Don\(character)t go", "\(character)a", "a \(character) b", "\(character)\(character)"] {
                #expect(SearchText.words(text + " ø") == (SearchText.words(text) + " o").trimmed, "\(byte)")
            }
        }
    }
}

extension String {
    fileprivate var trimmed: String { hasPrefix(" ") ? String(dropFirst()) : self }
}
