import Catalog
import Primitives
import Testing

@Suite("Search") struct SearchTests {
    private static func catalogue() async throws -> TestCatalogue {
        let catalogue = try await TestCatalogue()
        let songs = [
            ("Łódź", "Kult"), ("Jóga", "Björk"), ("Weiße Nacht", "Die Ärzte"), ("Группа крови", "Кино"),
            ("新しい日の誕生", "久石譲"), ("カラオケ", "ガロ"), ("Love", "Nina"), ("Love Me Do", "The Beatles"),
            ("All You Need Is Love", "The Beatles"), ("Glove", "Otis"), ("Back in Black", "AC/DC"),
            ("Don't Stop", "Fleetwood Mac"), ("9 to 5", "Dolly"), ("Near", "Or And Not"), ("👍", "Emoji"),
        ]
        for (number, song) in songs.enumerated() {
            try catalogue.music.write(
                "\(number)/1.flac", "title=\(song.0)", "artist=\(song.1)", "album=Album \(number)")
        }
        try await catalogue.scan()
        return catalogue
    }

    private static func tracks(_ text: String, _ catalogue: TestCatalogue) async throws -> [String] {
        try await catalogue.catalog.search(text, as: TestCatalogue.listener).tracks.map(\.title)
    }

    @Test("folds case, accents, letters and scripts alike") func folding() async throws {
        let catalogue = try await Self.catalogue()
        let cases = [
            "lodz": "Łódź", "ŁÓDŹ": "Łódź", "joga": "Jóga", "bjork": "Jóga", "BJÖRK": "Jóga", "weisse": "Weiße Nacht",
            "arzte nacht": "Weiße Nacht", "группа": "Группа крови", "КРОВИ": "Группа крови", "кино": "Группа крови",
            "新しい": "新しい日の誕生", "誕生": "新しい日の誕生", "日の": "新しい日の誕生", "久石": "新しい日の誕生",
            "ｶﾗｵｹ": "カラオケ", "dont stop": "Don't Stop", "don’t": "Don't Stop", "ac/dc": "Back in Black",
            "acdc back": "", "9 to": "9 to 5", "blac": "Back in Black",
        ]
        for (text, title) in cases {
            #expect(try await Self.tracks(text, catalogue).first ?? "" == title, "\(text)")
        }
    }

    @Test("ranks the whole name first, then what begins with it, then what holds it") func ranking() async throws {
        let catalogue = try await Self.catalogue()
        #expect(try await Self.tracks("love", catalogue) == ["Love", "Love Me Do", "All You Need Is Love"])
        let found = try await catalogue.catalog.search("beatles", as: TestCatalogue.listener)
        #expect(found.artists.map(\.name) == ["The Beatles"])
        #expect(found.albums.count == 2)
        #expect(found.tracks.count == 2)
    }

    @Test(
        "text that means something to a query language means nothing here",
        arguments: [
            "\"", "\"\"", "\"love", "love\"", "love*", "*", "lo*ve", "NEAR", "NEAR(love do)", "love NEAR/2 do",
            "love AND",
            "OR", "NOT love", "title:love", "{title}: love", "^love", "-love", "+love", "(love", "love)", "';--",
            "love\u{0}do", "\u{0}", "%", "_", "\\", "👍", "love 👍", "\u{301}", "a\u{301}", "\u{202E}love", "🇵🇱", "℀",
            "\u{10FFFF}", "\u{1F1}", "\u{A7CB}", "١٢٣", "한국", "ไทย", "हिन्दी", "\u{200D}", "\u{E000}",
        ])
    func hostile(text: String) async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("1.flac", "title=Love Me Do", "artist=Near")
        try await catalogue.scan()
        _ = try await catalogue.catalog.search(text, as: TestCatalogue.listener)
    }

    @Test("punctuation alone finds nothing", arguments: ["", " ", "…", "!!!", "- ' \"", "👍", "\t\n"])
    func punctuation(text: String) async throws {
        let catalogue = try await TestCatalogue()
        #expect(try await catalogue.catalog.search(text, as: TestCatalogue.listener) == .empty)
    }

    @Test("long text is refused, many words are cut") func limits() async throws {
        let catalogue = try await Self.catalogue()
        await #expect(throws: DomainError.self) {
            try await catalogue.catalog.search(String(repeating: "x", count: 201), as: TestCatalogue.listener)
        }
        #expect(try SearchQuery(String(repeating: "a ", count: 100)).groups.count == 16)
        await #expect(throws: DomainError.self) {
            try await catalogue.catalog.search("love", limit: 0, as: TestCatalogue.listener)
        }
        #expect(try await catalogue.catalog.search("love", limit: 1, as: TestCatalogue.listener).tracks.count == 1)
    }

    @Test("nobody searches without signing in") func anonymous() async throws {
        let catalogue = try await TestCatalogue()
        let stranger = Principal(user: ID("x"), role: .anonymous)
        await #expect(throws: DomainError.self) { try await catalogue.catalog.search("love", as: stranger) }
    }
}
