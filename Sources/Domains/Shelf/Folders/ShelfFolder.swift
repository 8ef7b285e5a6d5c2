package import Primitives

/// A folder of somebody's shelf.
package struct ShelfFolder: Sendable, Equatable {
    package let id: ID<ShelfFolder>
    package let name: String
    package let icon: FolderIcon
    /// Shown instead of the icon.
    package let image: BlobKey?
    /// How many items the reader sees in it.
    package let itemCount: Int
    package let createdAt: Timestamp
    package let changedAt: Timestamp

    package init(
        id: ID<ShelfFolder>, name: String, icon: FolderIcon, image: BlobKey?, itemCount: Int, createdAt: Timestamp,
        changedAt: Timestamp
    ) {
        self.id = id
        self.name = name
        self.icon = icon
        self.image = image
        self.itemCount = itemCount
        self.createdAt = createdAt
        self.changedAt = changedAt
    }
}
