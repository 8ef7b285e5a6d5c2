package import Primitives

extension DomainError {
    package static let noFolder = notFound("There is no such folder")
    package static let noShelfItem = notFound("There is no such item on your shelf")
    /// Said of a folder that something is to be put into.
    package static let unknownFolder = invalid(
        "There is no such folder", field: "folderId", reason: "folder_not_found")
    package static let folderExists = DomainError(
        .conflict, "You have a folder with this name", reason: "folder_exists", field: "name")
    package static let tooManyFolders = DomainError(
        .conflict, "A person has at most \(ShelfRules.mostFolders) folders", reason: "too_many_folders")
    package static let shelfFull = DomainError(
        .tooLarge, "A shelf holds at most \(ShelfRules.mostItems) items", reason: "shelf_full")
    package static let alreadyOnShelf = DomainError(
        .conflict, "This is on your shelf already", reason: "already_on_shelf")
    package static let alreadyLinked = DomainError(
        .conflict, "This item belongs to the library already", reason: "already_linked")
    /// What the library says of its own things is not changed on a shelf.
    package static func libraryField(_ field: String) -> DomainError {
        .invalid("What the library knows is not changed on the shelf", field: field, reason: "library_item")
    }
}
