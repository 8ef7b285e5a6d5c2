package import Primitives

/// A folder that is about to be made.
package struct FolderDraft: Sendable, Equatable {
    package let name: String
    package let icon: FolderIcon

    package init(name: String, icon: FolderIcon = .folder) throws(DomainError) {
        self.name = try ShelfRules.line(name, 1...ShelfRules.longestFolderName, field: "name")
        self.icon = icon
    }
}
