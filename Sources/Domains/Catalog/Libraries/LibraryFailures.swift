package import Primitives

extension DomainError {
    package static let libraryAwaitsMusic = DomainError(
        .conflict, "Approved music is on its way into this library; try again when it has arrived",
        reason: "library_awaits_music")
    package static let noSuchLibrary = invalid(
        "There is no such library", field: "libraryId", reason: "library_not_found")
}
