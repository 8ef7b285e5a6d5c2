import Catalog
import Lyrics
import Primitives
import StoreFixtures
import Testing

@Suite("The lyrics index", .timeLimit(.minutes(2))) struct WordSearchStoreTests {
    /// More matches than are ranked at once, so that the index itself must be searched for the words in sequence.
    private static let many = 600

    @Test("returns songs with the words in sequence first, wherever they are among many", arguments: [20, many])
    func sequence(count: Int) async throws {
        let sequence: Set = [1, count / 2 - 1, count / 2, count / 2 + 1, count - 1]
        let fixture = try await Fixture(count, sequence: sequence)
        let expected = Set(sequence.map { "t\($0)" })
        #expect(try await Set(fixture.found("the silver morning", expected.count)) == expected)
        #expect(try await Set(fixture.found("the silver morn", expected.count)) == expected)
        let more = try await fixture.found("The SILVER morning!", 15)
        #expect(Set(more.prefix(expected.count)) == expected)
        #expect(more.count == 15 && Set(more).count == 15)
        #expect(try await fixture.found("silver golden", 15) == [])
    }

    @Test("omits missing songs and those of other libraries among many") func scope() async throws {
        let fixture = try await Fixture(Self.many, sequence: [3, 400, Self.many - 1])
        var other = Song("x0", album: "b0", library: "l1")
        other.lyrics = "the silver morning\n"
        try await fixture.music.add(other)
        try await fixture.index()
        try await fixture.music.miss("t400")
        #expect(try await fixture.found("the silver morning", 4).count == 4)
        let own = try await fixture.found("the silver morning", 50, in: .only([Music.library]))
        #expect(Set(own.prefix(2)) == ["t3", "t\(Self.many - 1)"])
        #expect(own.count == 50 && !own.contains("x0") && !own.contains("t400"))
    }
}

private struct Fixture {
    let engine: Engine
    let music: Music

    /// Songs with the same three words. Those at `sequence` have them in the requested order, the others do not.
    init(_ count: Int, sequence: Set<Int>) async throws {
        engine = try .sqlite()
        music = Music(engine)
        try await music.addLibrary(named: "Music")
        try await music.addLibrary("l1", named: "Others")
        try await music.add(
            (0..<count).map { number in
                var song = Song("t\(number)", album: "a0")
                song.lyrics = sequence.contains(number) ? "the silver morning\n" : "morning of the silver\n"
                return song
            })
        try await index()
    }

    func index() async throws {
        while try await engine.words.indexNext(country: nil) {}
    }

    func found(_ text: String, _ limit: Int, in scope: LibraryScope = .everything) async throws -> [String] {
        try await engine.words.tracks(withWords: SearchQuery(text), in: scope, limit: limit).map(\.id.rawValue)
    }
}
