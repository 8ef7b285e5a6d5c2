package import Primitives

/// Music that a person shows to whoever has the link.
package struct Share: Sendable, Equatable {
    package static let maximumPerUser = 200
    package static let maximumItems = 500
    package static let maximumDescriptionLength = 500

    package let id: ID<Share>
    package let owner: ID<Person>
    package var description: String?
    /// In the order in which they are shown.
    package let items: [ShareItem]
    package let createdAt: Timestamp
    package var expiresAt: Timestamp?
    package let lastVisitedAt: Timestamp?
    package let visits: Int

    package init(
        id: ID<Share>, owner: ID<Person>, description: String?, items: [ShareItem], createdAt: Timestamp,
        expiresAt: Timestamp?, lastVisitedAt: Timestamp? = nil, visits: Int = 0
    ) {
        self.id = id
        self.owner = owner
        self.description = description
        self.items = items
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.lastVisitedAt = lastVisitedAt
        self.visits = visits
    }

    package func isLive(at now: Timestamp) -> Bool {
        expiresAt.map { now < $0 } ?? true
    }
}
