package import Primitives

/// A folder of a user's shelf.
package struct ShelfFolder: Sendable, Equatable {
    package let id: ID<ShelfFolder>
    package let name: String
    package let icon: FolderIcon
    /// The picture that is shown instead of the icon.
    package let image: BlobKey?
    /// At most four different covers of the items that were added last and that the reader sees.
    package let covers: [BlobKey]
    /// The number of items in it that the reader sees.
    package let itemCount: Int
    package let createdAt: Timestamp
    package let changedAt: Timestamp

    package init(
        id: ID<ShelfFolder>, name: String, icon: FolderIcon, image: BlobKey?, covers: [BlobKey], itemCount: Int,
        createdAt: Timestamp, changedAt: Timestamp
    ) {
        self.id = id
        self.name = name
        self.icon = icon
        self.image = image
        self.covers = covers
        self.itemCount = itemCount
        self.createdAt = createdAt
        self.changedAt = changedAt
    }
}

/// The icon of a folder without a picture. The set is closed, because each client draws the icons in its own way.
package enum FolderIcon: String, Sendable, CaseIterable {
    case folder, star, heart, vinyl, cassette, headphones, microphone, guitar, piano, drum, concert, party, night, sun,
        road, book
}

/// The values of a new folder.
package struct FolderDraft: Sendable, Equatable {
    package let name: String
    package let icon: FolderIcon

    package init(name: String, icon: FolderIcon = .folder) throws(DomainError) {
        self.name = try ShelfRules.line(name, 1...ShelfRules.longestFolderName, field: "name")
        self.icon = icon
    }
}

/// A change of a folder; nil leaves a field as it is.
package struct FolderChange: Sendable, Equatable {
    package let name: String?
    package let icon: FolderIcon?
    /// `.some(nil)` removes the picture.
    package let image: BlobKey??

    package init(name: String? = nil, icon: FolderIcon? = nil, image: BlobKey?? = nil) throws(DomainError) {
        self.name = try ShelfRules.line(name, 1...ShelfRules.longestFolderName, field: "name")
        self.icon = icon
        self.image = image
    }

    /// A summary of the change, for the journal.
    var summary: [String: String] {
        var details: [String: String] = [:]
        details["name"] = name
        details["icon"] = icon?.rawValue
        if let image { details["image"] = image == nil ? "removed" : "set" }
        return details
    }
}
