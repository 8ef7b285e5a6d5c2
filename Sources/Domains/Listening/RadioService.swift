package import Accounts
import Foundation
import Journal
package import Primitives

/// Manages the internet radio stations of the server: all users hear them, admins choose them.
package struct RadioService: Sendable {
    private static let maximumNameLength = 100

    private let store: any RadioStore
    private let pictures: PictureUploads
    private let clock: any WallClock

    package init(
        store: any RadioStore, pictures: PictureUploads, clock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.pictures = pictures
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
        let entry = Self.entry("radio.add", station, at: now, caller, origin)
        try await store.edit { stations in
            guard try stations.count() < RadioStation.maximumCount else {
                throw DomainError(
                    .conflict, "There are \(RadioStation.maximumCount) stations, which is the limit. Remove one first")
            }
            return Self.changes(.add(station), entry)
        }
        return station
    }

    package func change(
        _ id: ID<RadioStation>, to draft: StationDraft, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.administer)
        let now = clock.now()
        let station = try Self.station(draft, id, createdAt: now)
        let entry = Self.entry("radio.edit", station, at: now, caller, origin)
        try await store.edit { stations in
            guard try stations.exists(id) else { throw Self.noSuchStation }
            return Self.changes(.change(station), entry)
        }
    }

    /// Sets the station's picture. `bytes` is a complete JPEG, PNG or WebP file, whatever its declared type is; a square
    /// version of it is stored.
    package func setPicture(
        _ bytes: [UInt8], of id: ID<RadioStation>, as caller: Principal, from origin: String
    ) async throws -> RadioStation {
        try caller.require(.administer)
        // Looked up before the picture is stored, so that the disk gets none that nothing refers to.
        let station = try await station(id)
        return try await setPicture(try await pictures.store(bytes, as: caller), of: station, caller, origin)
    }

    /// A station without a picture stays as it is.
    package func removePicture(
        of id: ID<RadioStation>, as caller: Principal, from origin: String
    ) async throws -> RadioStation {
        try caller.require(.administer)
        return try await setPicture(nil, of: station(id), caller, origin)
    }

    private func setPicture(
        _ picture: BlobKey?, of station: RadioStation, _ caller: Principal, _ origin: String
    ) async throws -> RadioStation {
        let entry = JournalEntry(
            at: clock.now(), by: caller, from: origin, "radio.picture", .init("radio", station.id),
            details: ["name": station.name])
        try await store.edit { stations in
            guard try stations.exists(station.id) else { throw Self.noSuchStation }
            return Self.changes(.setPicture(picture, station.id), entry)
        }
        return try await self.station(station.id)
    }

    private func station(_ id: ID<RadioStation>) async throws -> RadioStation {
        guard let station = try await store.stations().first(where: { $0.id == id }) else { throw Self.noSuchStation }
        return station
    }

    package func remove(_ id: ID<RadioStation>, as caller: Principal, from origin: String) async throws {
        try caller.require(.administer)
        let entry = JournalEntry(at: clock.now(), by: caller, from: origin, "radio.remove", .init("radio", id))
        try await store.edit { stations in
            guard try stations.exists(id) else { throw Self.noSuchStation }
            return Self.changes(.remove(id), entry)
        }
    }

    private static func changes(_ write: RadioWrite, _ entry: JournalEntry) -> Changes<RadioWrite> {
        Changes(at: entry.at, write, journal: [entry], events: [LoggedListeningEvents.stations])
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
            at: now, by: caller, from: origin, action, .init("radio", station.id),
            details: ["name": station.name, "stream": station.stream.text])
    }

    private static var noSuchStation: DomainError { .notFound("There is no such station") }
}
