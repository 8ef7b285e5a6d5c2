import Foundation
package import Journal
package import Primitives

/// An internet stream that users hear directly; no data of it passes through the server.
package struct RadioStation: Sendable, Equatable {
    package static let maximumCount = 1_000

    package let id: ID<RadioStation>
    package let name: String
    package let stream: StationAddress
    package let homePage: StationAddress?
    package let picture: BlobKey?
    package let createdAt: Timestamp

    package init(
        id: ID<RadioStation>, name: String, stream: StationAddress, homePage: StationAddress?, picture: BlobKey? = nil,
        createdAt: Timestamp
    ) {
        self.id = id
        self.name = name
        self.stream = stream
        self.homePage = homePage
        self.picture = picture
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

    /// Runs `decide` on a state that no other change reaches meanwhile, and writes the changes. Nothing is written if
    /// `decide` throws.
    func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any RadioState, RadioWrite, Outcome>
    ) async throws -> Outcome
}

/// The stations as they are within a transaction, for decisions that must hold when they are written.
package protocol RadioState {
    func count() throws -> Int
    func exists(_ id: ID<RadioStation>) throws -> Bool
}

/// A write to the stored stations.
package enum RadioWrite: Sendable {
    case add(RadioStation)
    /// Leaves `createdAt` and the picture as they are.
    case change(RadioStation)
    case setPicture(BlobKey?, ID<RadioStation>)
    case remove(ID<RadioStation>)
}
