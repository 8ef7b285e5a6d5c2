package import Primitives

/// A key for one remote client as it is stored: hashed to be found by, sealed to be compared with, never in clear.
package struct DeviceKey: Sendable, Equatable {
    package static let maximumPerUser = 32
    package static let maximumLabelLength = 100

    package let id: ID<DeviceKey>
    package let user: ID<Person>
    package let label: String
    package let scopes: Set<DeviceKeyScope>
    package let secret: SealedSecret
    package let createdAt: Timestamp
    package let expiresAt: Timestamp?
    /// Nil until it is used.
    package let lastUse: DeviceKeyUse?

    package init(
        id: ID<DeviceKey>, user: ID<Person>, label: String, scopes: Set<DeviceKeyScope>, secret: SealedSecret,
        createdAt: Timestamp, expiresAt: Timestamp? = nil, lastUse: DeviceKeyUse? = nil
    ) {
        self.id = id
        self.user = user
        self.label = label
        self.scopes = scopes
        self.secret = secret
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.lastUse = lastUse
    }

    func isLive(at now: Timestamp) -> Bool {
        expiresAt.map { now < $0 } ?? true
    }
}
