package import Primitives

/// What somebody wants different about a folder; nil leaves it as it is.
package struct FolderChange: Sendable, Equatable {
    package let name: String?
    package let icon: FolderIcon?
    /// Within: nil takes the picture away.
    package let image: BlobKey??

    package init(name: String? = nil, icon: FolderIcon? = nil, image: BlobKey?? = nil) throws(DomainError) {
        if let name {
            self.name = try ShelfRules.line(name, 1...ShelfRules.longestFolderName, field: "name")
        } else {
            self.name = nil
        }
        self.icon = icon
        self.image = image
    }

    /// What it does, for the journal.
    var summary: [String: String] {
        var details: [String: String] = [:]
        details["name"] = name
        details["icon"] = icon?.rawValue
        if let image { details["image"] = image == nil ? "removed" : "set" }
        return details
    }
}
