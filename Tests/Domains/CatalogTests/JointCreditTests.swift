import Primitives
import Testing

@testable import Catalog

@Suite("Joint artist names") struct JointCreditTests {
    private func artists(in name: String, known: [String]) throws -> [String]? {
        let folded = Set(known.map(FoldedText.fold))
        return try JointCredit { folded.contains($0) }.artists(in: name)
    }

    @Test(
        "before a feat. marker only a known artist is split off, after it anyone",
        arguments: [
            "Ann feat. Bob", "Ann Feat Bob", "Ann ft. Bob", "ANN FT Bob", "Ann featuring Bob", "Ann (feat. Bob)",
            "Ann [ft. Bob]",
        ])
    func guests(name: String) throws {
        #expect(try artists(in: name, known: ["Ann"])?.map(FoldedText.fold) == ["ann", "bob"])
        #expect(try artists(in: name, known: ["Bob"]) == nil)
    }

    @Test("at other separators all names must be known artists", arguments: ["Ann & Bob", "Ann with Bob", "Ann, Bob"])
    func joined(name: String) throws {
        #expect(try artists(in: name, known: ["Ann", "Bob"]) == ["Ann", "Bob"])
        #expect(try artists(in: name, known: ["Ann"]) == nil)
        #expect(try artists(in: name, known: []) == nil)
    }

    @Test("group names stay one artist") func groups() throws {
        #expect(try artists(in: "Earth, Wind & Fire", known: ["Earth", "Fire"]) == nil)
        #expect(try artists(in: "Simon & Garfunkel", known: ["Simon"]) == nil)
        let band = "Earth, Wind & Fire"
        #expect(try artists(in: "\(band) feat. Bob", known: [band]) == [band, "Bob"])
        #expect(try artists(in: "Ann feat. \(band)", known: ["Ann", band]) == ["Ann", band])
        #expect(try artists(in: "Ann feat. \(band)", known: ["Ann"]) == ["Ann", band])
    }

    @Test("combinations are split") func several() throws {
        let known = ["Ann", "Bob", "Cleo", "Dan"]
        #expect(try artists(in: "Ann & Bob feat. Cleo, Dan", known: known) == ["Ann", "Bob", "Cleo", "Dan"])
        #expect(try artists(in: "Ann, Bob & Cleo", known: known) == ["Ann", "Bob", "Cleo"])
        #expect(try artists(in: "Ann feat. Bob ft. Cleo", known: known) == ["Ann", "Bob", "Cleo"])
        #expect(try artists(in: "Ann feat. ann", known: known) == nil)
    }

    @Test(
        "odd names stay one artist and do no harm",
        arguments: [
            "", "feat.", "feat. Bob", "Ann feat.", "&", "& Bob", "Ann &", ",", ", ,", "Soft Machine", "Features",
            "Withered Hand",
        ])
    func odd(name: String) throws {
        #expect(try artists(in: name, known: ["Ann", "Bob", ""]) == nil)
    }
}
