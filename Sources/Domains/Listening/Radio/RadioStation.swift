package import Primitives

/// A stream on the internet that people listen to directly; nothing of it passes through the gateway.
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
