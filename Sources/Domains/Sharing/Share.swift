package import Catalog
package import Primitives
package import Shelf

/// Music that a user shares with everybody who has the link.
package struct Share: Sendable, Equatable {
    package static let maximumPerUser = 200
    package static let maximumItems = 500
    package static let maximumDescriptionLength = 500

    package let id: ID<Share>
    package let owner: ID<Person>
    package var description: String?
    /// The items, in display order.
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

/// One item of a share. An album or a playlist means its contents at the time of the visit.
package enum ShareItem: Sendable, Hashable {
    case track(ID<Track>)
    case album(ID<Album>)
    case playlist(ID<Playlist>)

    var album: ID<Album>? { if case .album(let id) = self { id } else { nil } }

    var playlist: ID<Playlist>? { if case .playlist(let id) = self { id } else { nil } }
}

/// The values of a new share.
package struct ShareDraft: Sendable {
    package var items: [ShareItem]
    /// Empty for no description.
    package var description: String?
    package var expiresAt: Timestamp?

    package init(items: [ShareItem], description: String? = nil, expiresAt: Timestamp? = nil) {
        self.items = items
        self.description = description
        self.expiresAt = expiresAt
    }
}

/// A change of a share; nil leaves a field as it is.
package struct ShareChange: Sendable {
    /// Empty for no description.
    package var description: String?
    /// `.some(nil)` means that the share never expires.
    package var expiresAt: Timestamp??

    package init(description: String? = nil, expiresAt: Timestamp?? = nil) {
        self.description = description
        self.expiresAt = expiresAt
    }
}
