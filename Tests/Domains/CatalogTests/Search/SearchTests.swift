import Catalog
import GRDB
import Primitives
import Support
import Testing

@testable import SQLiteStore

@Suite("Search") struct SearchTests {
    private static func catalog() async throws -> TestCatalog {
        let catalog = try await TestCatalog()
        let songs = [
            ("Łódź", "Kult"), ("Jóga", "Björk"), ("Weiße Nacht", "Die Ärzte"), ("Группа крови", "Кино"),
            ("新しい日の誕生", "久石譲"), ("カラオケ", "ガロ"), ("Love", "Nina"), ("Love Me Do", "The Beatles"),
            ("All You Need Is Love", "The Beatles"), ("Glove", "Otis"), ("Back in Black", "AC/DC"),
            ("Don't Stop", "Fleetwood Mac"), ("9 to 5", "Dolly"), ("Near", "Or And Not"), ("👍", "Emoji"),
        ]
        for (number, song) in songs.enumerated() {
            try catalog.music.write(
                "\(number)/1.flac", "title=\(song.0)", "artist=\(song.1)", "album=Album \(number)")
        }
        try await catalog.scan()
        return catalog
    }

    private static func tracks(_ text: String, _ catalog: TestCatalog) async throws -> [String] {
        try await catalog.service.search(text, as: TestCatalog.listener).tracks.map(\.title)
    }

    @Test("folds case, accents, letters and scripts") func folding() async throws {
        let catalog = try await Self.catalog()
        let cases = [
            "lodz": "Łódź", "ŁÓDŹ": "Łódź", "joga": "Jóga", "bjork": "Jóga", "BJÖRK": "Jóga", "weisse": "Weiße Nacht",
            "arzte nacht": "Weiße Nacht", "группа": "Группа крови", "КРОВИ": "Группа крови", "кино": "Группа крови",
            "新しい": "新しい日の誕生", "誕生": "新しい日の誕生", "日の": "新しい日の誕生", "久石": "新しい日の誕生",
            "ｶﾗｵｹ": "カラオケ", "dont stop": "Don't Stop", "don’t": "Don't Stop", "ac/dc": "Back in Black",
            "acdc back": "Back in Black", "9 to": "9 to 5", "blac": "Back in Black",
        ]
        for (text, title) in cases {
            #expect(try await Self.tracks(text, catalog).first ?? "" == title, "\(text)")
        }
    }

    @Test("finds the same after many scans, in an index of few segments") func merging() async throws {
        let catalog = try await Self.catalog()
        for number in 1...7 {
            try catalog.music.write(
                "m/\(number).flac", "title=Take \(number)", "artist=Nina \(number)", "album=Takes")
            try await catalog.scan()
            for merge in SearchMerge.indexes.map(SearchMerge.init) {
                #expect(try await catalog.database.read { try !merge.isWorthwhile($0) }, "\(merge.index)")
            }
        }
        #expect(try await Set(Self.tracks("take", catalog)).count == 7)
        #expect(try await Self.tracks("love", catalog) == ["Love", "Love Me Do", "All You Need Is Love"])
    }

    @Test("ranks whole names first, then prefixes, then parts") func ranking() async throws {
        let catalog = try await Self.catalog()
        #expect(try await Self.tracks("love", catalog) == ["Love", "Love Me Do", "All You Need Is Love"])
        let found = try await catalog.service.search("beatles", as: TestCatalog.listener)
        #expect(found.artists.map(\.name) == ["The Beatles"])
        #expect(found.albums.count == 2)
        #expect(found.tracks.count == 2)
    }

    @Test("ignores articles: a band ranks before names that contain its name") func articles() async throws {
        let catalog = try await TestCatalog()
        for name in ["Beatles Revival", "Beatlesque", "The Beatles", "Los Beatles", "Theatre"] {
            try catalog.music.write("\(name)/1.flac", "title=Song", "artist=\(name)", "album=Album")
        }
        try await catalog.scan()
        func artists(_ text: String) async throws -> [String] {
            try await catalog.service.search(text, as: TestCatalog.listener).artists.map(\.name)
        }
        let whole = try await artists("beatles")
        #expect(Set(whole.prefix(2)) == ["The Beatles", "Los Beatles"])
        #expect(whole.dropFirst(2) == ["Beatles Revival", "Beatlesque"])
        #expect(try await artists("beat") == ["Beatles Revival", "Beatlesque", "The Beatles", "Los Beatles"])
        #expect(try await artists("the") == ["The Beatles", "Theatre"])
    }

    @Test("treats query language syntax as plain text") func hostile() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("1.flac", "title=Love Me Do", "artist=Near")
        try await catalog.scan()
        func found(_ text: String) async throws -> [[String]] {
            let found = try await catalog.service.search(text, as: TestCatalog.listener)
            return [found.tracks.map(\.title), found.artists.map(\.name), found.albums.map(\.name)]
        }
        for (text, words) in [
            ("\"love", "love"), ("love\"", "love"), ("love*", "love"), ("lo*ve", "lo ve"), ("NEAR", "near"),
            ("NEAR(love do)", "near(love do)"), ("love NEAR/2 do", "love near 2 do"), ("love AND", "love and"),
            ("OR", "or"), ("NOT love", "not love"), ("title:love", "title love"), ("{title}: love", "title love"),
            ("^love", "love"), ("-love", "love"), ("+love", "love"), ("(love", "love"), ("love)", "love"),
            ("love\u{0}do", "love do"), ("love 👍", "love"), ("a\u{301}", "a"), ("\u{202E}love", "love"),
        ] {
            let plain = try await found(words)
            #expect(try await found(text) == plain, "\(text.debugDescription)")
            if words == "love" { #expect(plain[0] == ["Love Me Do"]) }
        }
        for text in [
            "\"", "\"\"", "*", "';--", "\u{0}", "%", "_", "\\", "👍", "\u{301}", "🇵🇱", "℀", "\u{10FFFF}", "\u{1F1}",
            "\u{A7CB}", "١٢٣", "한국", "ไทย", "हिन्दी", "\u{200D}", "\u{E000}",
        ] { #expect(try await found(text) == [[], [], []], "\(text.debugDescription)") }
    }

    @Test("punctuation alone finds nothing") func punctuation() async throws {
        let catalog = try await Self.catalog()
        for text in ["", " ", "…", "!!!", "- ' \"", "\t\n"] {
            #expect(try await catalog.service.search(text, as: TestCatalog.listener) == .empty, "\(text)")
        }
    }

    @Test("long text is refused, and many words are cut") func limits() async throws {
        let catalog = try await Self.catalog()
        await #expect(throws: DomainError.self) {
            try await catalog.service.search(String(repeating: "x", count: 201), as: TestCatalog.listener)
        }
        #expect(try SearchQuery(String(repeating: "a ", count: 100)).groups.count == 16)
        await #expect(throws: DomainError.self) {
            try await catalog.service.search("love", limit: 0, as: TestCatalog.listener)
        }
        #expect(try await catalog.service.search("love", limit: 1, as: TestCatalog.listener).tracks.count == 1)
    }

    @Test("tracks are filtered and sorted by tempo, and no other kinds are found then") func tempo() async throws {
        let catalog = try await TestCatalog()
        let songs = [("Love Slow", "60"), ("Love Fast", "180"), ("Love", "120"), ("Love Unknown", "")]
        for (number, song) in songs.enumerated() {
            try catalog.music.write(
                "\(number)/1.flac", "title=\(song.0)", "artist=Love", "album=Love", "bpm=\(song.1)")
        }
        try await catalog.scan()
        func titles(
            _ text: String, _ tempo: ClosedRange<Int>? = nil, _ sort: SearchSort = .relevance
        ) async throws -> [String] {
            try await catalog.service.search(text, tempo: tempo, sort: sort, as: TestCatalog.listener)
                .tracks.map(\.title)
        }
        #expect(try await titles("love").first == "Love")
        #expect(try await titles("love", nil, .tempo) == ["Love Slow", "Love", "Love Fast", "Love Unknown"])
        #expect(try await titles("love", 100...200) == ["Love", "Love Fast"])
        #expect(try await titles("love", 60...120, .tempo) == ["Love Slow", "Love"])
        #expect(try await titles("love", 181...999).isEmpty)
        // Misspellings are found too.
        #expect(try await titles("lvoe", 120...120) == ["Love"])
        let found = try await catalog.service.search("love", tempo: 1...999, as: TestCatalog.listener)
        #expect(found.tracks.count == 3 && found.artists.isEmpty && found.albums.isEmpty && found.genres.isEmpty)
        #expect(try await !catalog.service.search("love", as: TestCatalog.listener).artists.isEmpty)
    }

    @Test("misspellings are found, after correct spellings") func misspelled() async throws {
        let catalog = try await Self.catalog()
        let cases = [
            "fleetwod": "Don't Stop", "fletwood mac": "Don't Stop", "beetles lvoe": "Love Me Do",
            "bakc in blakc": "Back in Black",
            "bjrok": "Jóga", "крвои": "Группа крови", "группф": "Группа крови", "wiesse": "Weiße Nacht",
            "ärtze": "Weiße Nacht",
        ]
        for (text, title) in cases {
            #expect(try await Self.tracks(text, catalog).first == title, "\(text)")
        }
        #expect(try await Self.tracks("love", catalog).first == "Love")
        #expect(try await Self.tracks("glove", catalog) == ["Glove", "Love", "Love Me Do", "All You Need Is Love"])
        #expect(try await Self.tracks("lov", catalog).contains("Glove") == false)
        #expect(try await Self.tracks("xqzwvk", catalog) == [])
        try await catalog.play("All You Need Is Love", times: 3)
        #expect(try await Self.tracks("lvoe", catalog).prefix(2) == ["Love", "All You Need Is Love"])
        let artists = try await catalog.service.search("flettwood", as: TestCatalog.listener).artists
        #expect(artists.map(\.name) == ["Fleetwood Mac"])
    }

    @Test("joined words, split words, symbols spelled out and sound-alikes are found")
    func otherwise()
        async throws
    {
        let catalog = try await TestCatalog()
        let songs = [
            ("First Light", "Alpha Band", "Zed Album", "Post-Punk"), ("Beta & Gamma", "AC/DC", "Delta", "Jazz"),
            ("Postcard", "Sunnyday", "Love and Peace", "Hard Rock"), ("🎵", "!!!", "😀 😀", "Drum & Bass"),
        ]
        for (number, song) in songs.enumerated() {
            try catalog.music.write(
                "\(number)/1.flac", "title=\(song.0)", "artist=\(song.1)", "album=\(song.2)", "genre=\(song.3)")
        }
        try await catalog.scan()
        let cases = [
            "acdc": "AC/DC", "ac dc": "AC/DC", "postpunk": "Post-Punk", "firstlight": "First Light",
            "firstlig": "First Light", "zedalbum": "Zed Album", "beta and gamma": "Beta & Gamma",
            "beta y gamma": "Beta & Gamma", "beta + gamma": "Beta & Gamma", "bata and gama": "Beta & Gamma",
            "love & peace": "Love and Peace", "hard rok": "Hard Rock", "hardrock": "Hard Rock",
            "drum and bass": "Drum & Bass", "alfa band": "Alpha Band", "zd album": "Zed Album", "Jass": "Jazz",
            "sunny day": "Sunnyday", "post card": "Postcard", "🎵": "🎵", "😀": "😀 😀", "😀😀": "😀 😀", "!!!": "!!!",
            "!": "!!!",
        ]
        for (text, name) in cases {
            let found = try await catalog.service.search(text, as: TestCatalog.listener)
            let names =
                found.artists.map(\.name) + found.albums.map(\.name) + found.tracks.map(\.title)
                + found.genres.map(\.name)
            #expect(names.contains(name), "\(text): \(names)")
        }
        for text in ["🎶", "?", "xqzw vkqx", "zz"] {
            #expect(try await catalog.service.search(text, as: TestCatalog.listener) == .empty, "\(text)")
        }
    }

    @Test(
        "symbols are found: emoji anywhere, others between spaces; so are their artists' songs"
    )
    func signsAmongWords() async throws {
        let catalog = try await TestCatalog()
        for (number, song) in [
            ("Night drive 🔥", "Alpha", "First"), ("Summer🔥", "Beta", "Second"), ("Loud !!!", "Gamma", "Third"),
            ("Quiet", "+/-", "Fourth"), ("One - Two & Three", "Delta", "Fifth"),
        ].enumerated() {
            try catalog.music.write(
                "\(number)/1.flac", "title=\(song.0)", "artist=\(song.1)", "album=\(song.2)")
        }
        try await catalog.scan()
        func titles(_ text: String) async throws -> Set<String> {
            Set(try await catalog.service.search(text, as: TestCatalog.listener).tracks.map(\.title))
        }
        #expect(try await titles("🔥") == ["Night drive 🔥", "Summer🔥"])
        #expect(try await titles("!!!") == ["Loud !!!"])
        #expect(try await titles("+/-") == ["Quiet"])
        for text in ["-", "&", "👍"] { #expect(try await titles(text) == [], "\(text)") }
        #expect(try await titles("summer") == ["Summer🔥"])
    }

    @Test("scripts without spaces or vowels are searched, and parts of words") func scripts() async throws {
        let catalog = try await TestCatalog()
        let songs = [
            "ความรักครั้งสุดท้าย", "東京の夜", "サクラ", "아리랑노래", "أحبك يا قمر", "שָׁלוֹם עֲלֵיכֶם", "Η νύχτα", "हिन्दी गीत", "ကမ္ဘာ",
        ]
        for (number, song) in songs.enumerated() {
            try catalog.music.write("\(number)/1.flac", "title=\(song)", "artist=A\(number)", "album=B\(number)")
        }
        try await catalog.scan()
        let cases = [
            "รัก": 0, "สุดท้าย": 0, "ค": 0, "京": 1, "東京": 1, "夜": 1, "の夜": 1, "クラ": 2, "ク": 2, "아": 3, "아리랑": 3, "노래": 3,
            "احبك": 4, "قمر": 4, "שלום": 5, "שלום עליכם": 5, "νυχτα": 6, "ΝΎΧΤΑ": 6, "हिन्दी": 7, "गी": 7, "ကမ္": 8,
        ]
        for (text, number) in cases {
            #expect(try await Self.tracks(text, catalog) == [songs[number]], "\(text)")
        }
    }

    @Test("among equal matches, more played ones come first") func popularity() async throws {
        let catalog = try await TestCatalog()
        let songs = ["Rain", "Rain", "Rain Dance", "Rain Song", "Summer Rain", "Winter Rain", "A Rainy Day"]
        for (number, song) in songs.enumerated() {
            try catalog.music.write(
                "\(number)/1.flac", "title=\(song)", "artist=Singer \(number)", "album=Rain \(number)")
        }
        try await catalog.scan()
        #expect(
            try await Self.tracks("rain", catalog) == [
                "Rain", "Rain", "Rain Dance", "Rain Song", "A Rainy Day", "Summer Rain", "Winter Rain",
            ])
        try await catalog.play("A Rainy Day", times: 2)
        try await catalog.play("Winter Rain", times: 9)
        try await catalog.play("Rain Song", times: 1)
        #expect(
            try await Self.tracks("rain", catalog) == [
                "Rain", "Rain", "A Rainy Day", "Rain Song", "Rain Dance", "Winter Rain", "Summer Rain",
            ])
        let found = try await catalog.service.search("rain", as: TestCatalog.listener)
        #expect(found.albums.prefix(3).map(\.name) == ["Rain 5", "Rain 6", "Rain 3"])
        let singers = try await catalog.service.search("singer", as: TestCatalog.listener).artists.map(\.name)
        #expect(singers.prefix(3) == ["Singer 5", "Singer 6", "Singer 3"])
    }

    /// More matches than are ranked individually.
    @Test("among very many matches, played ones come first") func broad() async throws {
        let catalog = try await TestCatalog()
        for number in 0..<510 {
            try catalog.music.write("\(number % 9)/\(number).flac", "title=No \(number) Song", "artist=N", "album=M")
        }
        try await catalog.scan()
        try await catalog.play("No 300 Song", times: 1)
        try await catalog.play("No 407 Song", times: 2)
        for text in ["song", "so", "no song"] {
            let found = try await Self.tracks(text, catalog)
            #expect(found.prefix(2) == ["No 407 Song", "No 300 Song"] && found.count == 20, "\(text)")
        }
    }

    @Test("genres, the larger first") func genres() async throws {
        let catalog = try await TestCatalog()
        for (number, genre) in ["Indie Rock", "Rock", "Hard Rock", "Hard Rock", "Electronic"].enumerated() {
            try catalog.music.write("\(number).flac", "title=\(number)", "genre=\(genre)")
        }
        try await catalog.scan()
        func genres(_ text: String) async throws -> [String] {
            try await catalog.service.search(text, as: TestCatalog.listener).genres.map(\.name)
        }
        #expect(try await genres("rock") == ["Rock", "Hard Rock", "Indie Rock"])
        #expect(try await genres("har") == ["Hard Rock"])
        #expect(try await genres("elektronic") == ["Electronic"])
        #expect(try await genres("polka") == [])
    }

    @Test("an index of another version is rebuilt when the database is opened") func rebuild() async throws {
        let catalog = try await Self.catalog()
        try await catalog.play("Love", times: 1)
        let before = try await catalog.contents()
        try await catalog.database.write(.catalogue) { db in
            for sql in [
                "DELETE FROM track_search", "DELETE FROM search_word", "UPDATE track SET search_title = 'x'",
                "UPDATE search_state SET version = version + 1",
            ] { try db.execute(sql: sql) }
        }
        try catalog.database.close()
        let database = try SQLiteDatabase.new(at: catalog.folder.path + "/data/rondo.sqlite")
        let store = SQLiteCatalogStore(database)
        #expect(
            try await store.search(
                SearchQuery("beetles"), in: .everything, tempo: nil, sort: .relevance, limit: 20
            ).tracks.count == 2)
        #expect(
            try await store.search(
                SearchQuery("love me"), in: .everything, tempo: nil, sort: .relevance, limit: 20
            ).tracks.first?.title
                == "Love Me Do")
        #expect(before.contains { $0.contains("words") })
        try database.close()
    }

    @Test("searching requires a sign-in") func anonymous() async throws {
        let catalog = try await TestCatalog()
        let stranger = Principal(user: ID("x"), role: .anonymous)
        await #expect(throws: DomainError.self) { try await catalog.service.search("love", as: stranger) }
    }
}
