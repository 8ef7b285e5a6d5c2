import Foundation
package import Journal
package import Primitives

/// Manages the internet radio stations of the server: all users hear them, admins choose them.
package struct RadioService: Sendable {
    private static let maximumNameLength = 100

    private let store: any RadioStore
    private let clock: any WallClock

    package init(store: any RadioStore, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.clock = clock
    }

    /// Ordered by name.
    package func stations(as caller: Principal) async throws -> [RadioStation] {
        try caller.require(.browse)
        return try await store.stations()
    }

    package func add(_ draft: StationDraft, as caller: Principal, from origin: String) async throws -> RadioStation {
        try caller.require(.administer)
        let now = clock.now()
        let station = try Self.station(draft, .make(at: now), createdAt: now)
        try await store.add(station, journal: Self.entry("radio.add", station, at: now, caller, origin))
        return station
    }

    package func change(
        _ id: ID<RadioStation>, to draft: StationDraft, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.administer)
        let now = clock.now()
        let station = try Self.station(draft, id, createdAt: now)
        let entry = Self.entry("radio.edit", station, at: now, caller, origin)
        guard try await store.change(station, journal: entry) else { throw Self.noSuchStation }
    }

    package func remove(_ id: ID<RadioStation>, as caller: Principal, from origin: String) async throws {
        try caller.require(.administer)
        let entry = JournalEntry(
            at: clock.now(), by: .init(user: caller.user, origin: origin), "radio.remove",
            .init(kind: "radio", id: id.rawValue))
        guard try await store.remove(id, journal: entry) else { throw Self.noSuchStation }
    }

    private static func station(
        _ draft: StationDraft, _ id: ID<RadioStation>, createdAt: Timestamp
    ) throws(DomainError) -> RadioStation {
        let name = draft.name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...maximumNameLength).contains(name.unicodeScalars.count),
            name.unicodeScalars.allSatisfy({ !CharacterSet.controlCharacters.contains($0) })
        else {
            throw .invalid("A station's name has 1 to \(maximumNameLength) characters", field: "name")
        }
        let home = draft.homePage.flatMap { $0.isEmpty ? nil : $0 }
        return RadioStation(
            id: id, name: name, stream: try StationAddress(draft.stream, field: "streamUrl"),
            homePage: try home.map { (text) throws(DomainError) in try StationAddress(text, field: "homePageUrl") },
            createdAt: createdAt)
    }

    private static func entry(
        _ action: String, _ station: RadioStation, at now: Timestamp, _ caller: Principal, _ origin: String
    ) -> JournalEntry {
        JournalEntry(
            at: now, by: .init(user: caller.user, origin: origin), action,
            .init(kind: "radio", id: station.id.rawValue),
            details: ["name": station.name, "stream": station.stream.text])
    }

    private static var noSuchStation: DomainError { .notFound("There is no such station") }
}

/// An internet stream that users hear directly; no data of it passes through the server.
package struct RadioStation: Sendable, Equatable {
    package static let maximumCount = 1_000

    package let id: ID<RadioStation>
    package let name: String
    package let stream: StationAddress
    package let homePage: StationAddress?
    package let createdAt: Timestamp

    package init(
        id: ID<RadioStation>, name: String, stream: StationAddress, homePage: StationAddress?, createdAt: Timestamp
    ) {
        self.id = id
        self.name = name
        self.stream = stream
        self.homePage = homePage
        self.createdAt = createdAt
    }
}

/// An admin's input for a station.
package struct StationDraft: Sendable {
    package let name: String
    package let stream: String
    /// Nil or empty for none.
    package let homePage: String?

    package init(name: String, stream: String, homePage: String? = nil) {
        self.name = name
        self.stream = stream
        self.homePage = homePage
    }
}

/// A URL for browsers and players: http or https, with a host and without a user name or password in it.
package struct StationAddress: Sendable, Hashable {
    package static let maximumLength = 2048

    package let text: String

    package init(_ text: String, field: String) throws(DomainError) {
        let failure = DomainError.invalid(
            "An address begins with http:// or https:// and has at most \(Self.maximumLength) characters", field: field)
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            !text.contains("\\"), let parts = URLComponents(string: text),
            ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false, parts.user == nil,
            parts.password == nil
        else { throw failure }
        self.text = text
    }

    /// From storage, where it was checked before.
    package init(stored text: String) {
        self.text = text
    }
}

/// The storage of radio stations. Every method is one transaction.
package protocol RadioStore: Sendable {
    /// Ordered by name.
    func stations() async throws -> [RadioStation]

    /// Throws `conflict` for more than `RadioStation.maximumCount` stations.
    func add(_ station: RadioStation, journal entry: JournalEntry) async throws

    /// False if there is no such station; `createdAt` is not changed.
    func change(_ station: RadioStation, journal entry: JournalEntry) async throws -> Bool

    /// False if there is no such station.
    func remove(_ id: ID<RadioStation>, journal entry: JournalEntry) async throws -> Bool
}
