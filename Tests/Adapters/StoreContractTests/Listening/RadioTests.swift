import Listening
import Primitives
import StoreFixtures
import Testing

@Suite struct RadioTests {
    private static let admin = Principal(user: ID("ada"), role: .admin)

    @Test("admins add, change and remove stations; everyone sees them by name")
    func roundTrip() async throws {
        let fixture = try await ListeningFixture()
        let radio = fixture.radio
        let zulu = try await radio.add(
            StationDraft(name: " Żulu ", stream: "https://radio.example/z"), as: Self.admin, from: "x")
        _ = try await radio.add(
            StationDraft(name: "alpha", stream: "http://radio.example:8000/a.mp3", homePage: "https://radio.example"),
            as: Self.admin, from: "x")
        let seen = try await radio.stations(as: ListeningFixture.bob)
        #expect(seen.map(\.name) == ["alpha", "Żulu"] && seen[0].homePage?.text == "https://radio.example")
        try await radio.change(
            zulu.id, to: StationDraft(name: "Aardvark", stream: "https://radio.example/y"), as: Self.admin, from: "x")
        #expect(try await radio.stations(as: ListeningFixture.bob).first?.id == zulu.id)
        try await radio.remove(zulu.id, as: Self.admin, from: "x")
        #expect(try await radio.stations(as: ListeningFixture.bob).count == 1)
        for action in ["radio.add", "radio.edit", "radio.remove"] { #expect(try await fixture.journal(action) > 0) }
        await #expect(throws: DomainError.self) { try await radio.remove(zulu.id, as: Self.admin, from: "x") }
        await #expect {
            _ = try await radio.add(
                StationDraft(name: "x", stream: "https://x.example"), as: ListeningFixture.bob, from: "x")
        } throws: {
            ($0 as? DomainError)?.code == .forbidden
        }
    }

    @Test("admins set a station's picture, which everyone sees and which survives renaming")
    func picture() async throws {
        let fixture = try await ListeningFixture()
        let radio = fixture.radio
        let station = try await radio.add(
            StationDraft(name: "Alpha", stream: "https://radio.example/a"), as: Self.admin, from: "x")
        let bytes = ShelfFixture.picture()
        let changed = try await radio.setPicture(bytes, of: station.id, as: Self.admin, from: "x")
        let key = try #require(changed.picture)
        try await radio.change(
            station.id, to: StationDraft(name: "Beta", stream: "https://radio.example/a"), as: Self.admin, from: "x")
        #expect(try await radio.stations(as: ListeningFixture.bob).map(\.picture) == [key])
        #expect(try await fixture.engine.radio.blobsInUse() == [key])
        await #expect(throws: DomainError.self) {
            try await radio.setPicture(bytes, of: station.id, as: ListeningFixture.bob, from: "x")
        }
        #expect(try await radio.removePicture(of: station.id, as: Self.admin, from: "x").picture == nil)
        #expect(try await fixture.engine.radio.blobsInUse().isEmpty)
        #expect(try await fixture.journal("radio.picture") == 2)
        await #expect(throws: DomainError.self) {
            try await radio.setPicture(bytes, of: ID("nothing"), as: Self.admin, from: "x")
        }
    }

    @Test(
        "only web addresses are accepted as stations",
        arguments: [
            "", "radio", "file:///etc/passwd", "javascript:alert(1)", "https://", "https://u:p@radio.example",
            "https://radio.example/\u{0}", "https://radio.example/ b", "https://radio.example\\@evil",
            "data:audio/mp3,x",
            "https://r\u{00e9}dio.example", "https://radio.example/" + String(repeating: "x", count: 2048),
        ])
    func addresses(text: String) {
        #expect(throws: DomainError.self) { try StationAddress(text, field: "streamUrl") }
    }
}
