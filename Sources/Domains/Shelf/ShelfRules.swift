package import Primitives

/// The limits of shelves, and the checks of their texts.
package enum ShelfRules {
    package static let mostFolders = 500
    package static let mostItems = 20_000
    /// The most things that one call can put, move or remove.
    package static let mostAtOnce = 1000
    package static let longestFolderName = 100
    package static let longestTitle = 300
    package static let longestGenre = 100
    package static let longestComment = 2000
    /// A week, in milliseconds: longer than anything that is played in one go.
    package static let longestDuration: Int64 = 7 * 24 * 3600 * 1000

    /// Checks text of one line, and returns it as it is stored.
    static func line(_ text: String, _ length: ClosedRange<Int>, field: String) throws(DomainError) -> String {
        try checked(PlainText.line(text), length, field: field)
    }

    /// Checks text that may have several lines, and returns it as it is stored.
    static func lines(_ text: String, _ length: ClosedRange<Int>, field: String) throws(DomainError) -> String {
        try checked(PlainText.lines(text), length, field: field)
    }

    /// The same for a change; nil stays nil.
    static func line(_ text: String?, _ length: ClosedRange<Int>, field: String) throws(DomainError) -> String? {
        guard let text else { return nil }
        return try checked(PlainText.line(text), length, field: field)
    }

    /// The same for a change; nil stays nil.
    static func lines(_ text: String?, _ length: ClosedRange<Int>, field: String) throws(DomainError) -> String? {
        guard let text else { return nil }
        return try checked(PlainText.lines(text), length, field: field)
    }

    private static func checked(
        _ text: String, _ length: ClosedRange<Int>, field: String
    ) throws(DomainError) -> String {
        guard length.contains(text.unicodeScalars.count) else {
            throw .invalid(
                length.lowerBound == 0
                    ? "\(field) has at most \(length.upperBound) visible characters"
                    : "\(field) has \(length.lowerBound) to \(length.upperBound) visible characters", field: field)
        }
        return text
    }
}

extension DomainError {
    package static let noFolder = notFound("There is no such folder")
    package static let noShelfItem = notFound("There is no such item on your shelf")
    /// Thrown for the folder that something is to be put into.
    package static let unknownFolder = invalid(
        "There is no such folder", field: "folderId", reason: "folder_not_found")
    /// Thrown for a track or album that the caller does not see, and for an artist.
    static func unknownMusic(_ kind: AnnotationSubject.Kind) -> DomainError {
        .invalid(
            "There is no such \(kind.rawValue)", field: "\(kind.rawValue)Id", reason: "\(kind.rawValue)_not_found")
    }
    package static let folderExists = DomainError(
        .conflict, "You have a folder with this name. Choose another one", reason: "folder_exists", field: "name")
    package static let tooManyFolders = DomainError(
        .conflict, "A user has at most \(ShelfRules.mostFolders) folders", reason: "too_many_folders")
    package static let shelfFull = DomainError(
        .tooLarge, "A shelf has at most \(ShelfRules.mostItems) items", reason: "shelf_full")
    package static let alreadyOnShelf = DomainError(
        .conflict, "This is on your shelf already", reason: "already_on_shelf")
    package static let alreadyLinked = DomainError(
        .conflict, "This item belongs to the library already", reason: "already_linked")
    /// Fields that come from the library cannot be changed on a shelf.
    package static func libraryField(_ field: String) -> DomainError {
        .invalid(
            "This field comes from the library and cannot be changed on the shelf", field: field, reason: "library_item"
        )
    }
}
