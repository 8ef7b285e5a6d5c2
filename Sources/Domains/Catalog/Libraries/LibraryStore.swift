package import Journal
package import Primitives

/// Keeps the libraries. Every change appends its journal entry in its own transaction.
package protocol LibraryStore: Sendable {
    /// All of them, by name.
    func libraries() async throws -> [Library]
    /// All of them with their counts, by name.
    func items() async throws -> [LibraryItem]

    /// Stores `library` unless `check`, given all others within the same transaction, throws; gives it as it is stored. A library that
    /// was removed and had the same path comes back: it keeps its id, and its tracks wait for a scan to find their files.
    func insert(
        _ library: Library, entry: @escaping @Sendable (Library) -> JournalEntry,
        check: @escaping @Sendable ([Library]) throws -> Void
    ) async throws -> Library

    /// Takes the library out of the catalogue; false when there is none. Its tracks stay as missing ones, so that histories, likes and
    /// lists keep them. Throws `libraryAwaitsMusic` while approved music is on its way into it.
    func remove(_ id: ID<Library>, entry: JournalEntry) async throws -> Bool

    /// By library and path; of one library when `library` is given.
    func problems(of library: ID<Library>?, _ page: PageRequest) async throws -> Page<LibraryProblem>
}
