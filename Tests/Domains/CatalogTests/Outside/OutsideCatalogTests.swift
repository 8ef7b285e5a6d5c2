import Catalog
import Primitives
import Support
import Testing

@Suite("The outside catalog", .timeLimit(.minutes(2))) struct OutsideCatalogTests {
    private static let everything = [["Song 0 (Remastered)", "Song 0"], ["Other", nil]]

    @Test("receives only the search text, and its songs are merged with the library's") func merged() async throws {
        let fixture = try await OutsideFixture()
        #expect(try await fixture.found("  Nina   SIMONE ") == Self.everything)
        #expect(fixture.client.calls == ["search nina simone in PL"])
        let other = Principal(user: ID("bo"), role: .listener, libraries: .only([]))
        #expect(try await fixture.found("nina simone", as: other) == [["Song 0 (Remastered)", nil], ["Other", nil]])
    }

    @Test("receives no requests while it is off, and only an admin may test it") func off() async throws {
        let fixture = try await OutsideFixture(isOn: false)
        guard case .off = try await fixture.songs.search("nina", as: TestCatalog.listener) else {
            Issue.record("It is not off")
            return
        }
        await #expect(throws: DomainError.outsideOff) {
            try await fixture.songs.song(2, as: TestCatalog.listener)
        }
        await #expect(throws: DomainError.outsideOff) {
            try await fixture.files.open(.picture, of: 2, as: TestCatalog.listener)
        }
        #expect(fixture.client.calls.isEmpty)
        await #expect(throws: DomainError.self) { try await fixture.songs.test(as: TestCatalog.moderator) }
        #expect(try await fixture.songs.test(as: TestCatalog.admin) == nil)
        fixture.client.answer { _ in throw ServiceFailure(.malformed) }
        #expect(try await fixture.songs.test(as: TestCatalog.admin) == .malformed)
        // The same reply as from an address without a service.
        fixture.client.answer { _ in [] }
        #expect(try await fixture.songs.test(as: TestCatalog.admin) == .malformed)
    }

    @Test("answers the same query once a day, even if two callers ask at once") func remembered() async throws {
        let fixture = try await OutsideFixture()
        let gate = Gate()
        fixture.client.answer { _ in
            await gate.opened()
            return [OutsideFixture.other]
        }
        async let first = fixture.found()
        async let second = fixture.found("NINA")
        try await waitUntil("it is asked") { !fixture.client.calls.isEmpty }
        gate.open()
        let (one, two) = try await (first, second)
        #expect(one == [["Other", nil]] && two == one)
        fixture.catalog.clock.advance(by: .seconds(86_000))
        #expect(try await fixture.found() == one)
        #expect(fixture.client.calls.count == 1)
        fixture.catalog.clock.advance(by: .seconds(500))
        _ = try await fixture.found()
        #expect(fixture.client.calls.count == 2)
    }

    @Test("is left alone for as long as it asks, while cached results are returned") func limited() async throws {
        let fixture = try await OutsideFixture()
        _ = try await fixture.found("before")
        fixture.client.answer { _ in throw ServiceFailure(.limit, retryAfter: .seconds(90)) }
        let rest = try #require(try await fixture.rest())
        #expect(rest > .seconds(89) && rest <= .seconds(90))
        #expect(try await fixture.rest("another") != nil)
        #expect(fixture.client.calls.count == 2)
        #expect(try await fixture.found("before") == Self.everything)
        fixture.client.answer { _ in [] }
        fixture.catalog.clock.advance(by: .seconds(91))
        #expect(try await fixture.found("another") == [])
    }

    @Test("has a rate limit for each user and for all together") func pace() async throws {
        let fixture = try await OutsideFixture()
        for number in 0..<10 { #expect(try await fixture.rest("\(number)") == nil) }
        #expect(try await fixture.rest("more") != nil)
        let second = Principal(user: ID("cy"), role: .listener)
        for number in 10..<20 { #expect(try await fixture.rest("\(number)", as: second) == nil) }
        let third = Principal(user: ID("di"), role: .listener)
        let wait = try #require(try await fixture.rest("more", as: third))
        fixture.catalog.clock.advance(by: wait)
        #expect(try await fixture.rest("more", as: third) == nil)
    }

    @Test("is not exhausted by one user's requests") func fair() async throws {
        let fixture = try await OutsideFixture()
        for number in 0..<60 {
            _ = try await fixture.rest("\(number)")
            fixture.catalog.clock.advance(by: .seconds(2))
        }
        let second = Principal(user: ID("cy"), role: .listener)
        for number in 60..<65 { #expect(try await fixture.rest("\(number)", as: second) == nil) }
    }

    @Test("shows no explicit songs to users who may not hear them") func explicit() async throws {
        let fixture = try await OutsideFixture()
        let child = Principal(
            user: ID("bo"), role: .listener, libraries: LibraryScope(libraries: nil, includesExplicit: false))
        #expect(try await fixture.found(as: child) == [["Song 0 (Remastered)", "Song 0"]])
        fixture.client.has(OutsideFixture.preview, at: "https://previews.example/2.m4a")
        await #expect(throws: DomainError.noOutsideSong) { try await fixture.songs.song(2, as: child) }
        await #expect(throws: DomainError.noOutsideSong) { try await fixture.files.open(.preview, of: 2, as: child) }
        _ = try await fixture.files.open(.preview, of: 2, as: TestCatalog.listener)
        await #expect(throws: DomainError.noOutsideSong) { try await fixture.files.open(.preview, of: 2, as: child) }
    }

    @Test("refuses queries that are empty or too long", arguments: [" ", String(repeating: "a", count: 201)])
    func refused(text: String) async throws {
        let fixture = try await OutsideFixture()
        await #expect(throws: DomainError.invalid("A search has 1 to 200 characters", field: "q")) {
            try await fixture.songs.search(text, as: TestCatalog.listener)
        }
        #expect(fixture.client.calls.isEmpty)
    }
}

@Suite("Pictures and previews of outside songs", .timeLimit(.minutes(2))) struct OutsideFileTests {
    @Test("are fetched once, from the catalog's address, and served by their actual type") func fetched() async throws {
        let fixture = try await OutsideFixture()
        fixture.client.has(OutsideFixture.picture, at: "https://pictures.example/2.jpg")
        fixture.client.has(OutsideFixture.preview, at: "https://previews.example/2.m4a")
        for _ in 0..<2 {
            let picture = try await fixture.files.open(.picture, of: 2, as: TestCatalog.listener)
            #expect(picture.mediaType == "image/jpeg" && picture.file.size == 24)
            let preview = try await fixture.files.open(.preview, of: 2, as: TestCatalog.listener)
            #expect(preview.mediaType == "audio/mp4" && preview.file.size == 32)
        }
        #expect(
            fixture.client.calls == [
                "song 2", "file https://pictures.example/2.jpg", "file https://previews.example/2.m4a",
            ])
    }

    @Test("are copied completely, or not at all if missing, of another type or unreachable")
    func copied() async throws {
        let fixture = try await OutsideFixture()
        let copy = { (id: Int64) in try await fixture.files.pictureBytes(of: id, as: TestCatalog.listener) }
        #expect(try await copy(2) == nil)
        fixture.client.has(Array("<html><script>".utf8), at: "https://pictures.example/2.jpg")
        #expect(try await copy(2) == nil)
        fixture.client.has(OutsideFixture.picture, at: "https://pictures.example/2.jpg")
        for _ in 0..<2 { #expect(try await copy(2) == OutsideFixture.picture) }
        #expect(try await copy(1) == nil)
        await #expect(throws: DomainError.noOutsideSong) { try await copy(3) }
        let child = Principal(
            user: ID("bo"), role: .listener, libraries: LibraryScope(libraries: nil, includesExplicit: false))
        await #expect(throws: DomainError.noOutsideSong) { try await fixture.files.pictureBytes(of: 2, as: child) }
        let off = try await OutsideFixture(isOn: false)
        await #expect(throws: DomainError.outsideOff) {
            try await off.files.pictureBytes(of: 2, as: TestCatalog.listener)
        }
    }

    @Test("are served from cache for long, and only to users who may hear the song")
    func stored() async throws {
        let fixture = try await OutsideFixture()
        let clean = OutsideSong(
            id: 3, named: OutsideFixture.own.named, picture: "https://pictures.example/3.jpg")
        fixture.client.has(clean)
        for id in 2...3 { fixture.client.has(OutsideFixture.picture, at: "https://pictures.example/\(id).jpg") }
        for id in [2, 3] as [Int64] { _ = try await fixture.files.open(.picture, of: id, as: TestCatalog.listener) }
        fixture.catalog.clock.advance(by: .seconds(90_000))
        let asked = fixture.client.calls
        let child = Principal(
            user: ID("bo"), role: .listener, libraries: LibraryScope(libraries: nil, includesExplicit: false))
        _ = try await fixture.files.open(.picture, of: 2, as: TestCatalog.listener)
        _ = try await fixture.files.open(.picture, of: 3, as: child)
        #expect(fixture.client.calls == asked)
        await #expect(throws: DomainError.noOutsideSong) { try await fixture.files.open(.picture, of: 2, as: child) }
    }

    @Test("are refused if of another type, missing or unreachable") func refused() async throws {
        let fixture = try await OutsideFixture()
        fixture.client.has(Array("<html><script>".utf8), at: "https://pictures.example/2.jpg")
        let kinds: [(OutsideFileKind, Int64, DomainError.Code)] = [
            (.picture, 2, .unavailable), (.preview, 2, .unavailable), (.preview, 1, .notFound),
            (.picture, 3, .notFound),
        ]
        for (kind, id, code) in kinds {
            let error = await #expect(throws: DomainError.self) {
                try await fixture.files.open(kind, of: id, as: TestCatalog.listener)
            }
            #expect(error?.code == code)
        }
    }
}
