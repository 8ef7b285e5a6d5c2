package import Journal
package import Primitives

/// Keeps the libraries. Every change appends `entry` in its own transaction.
package protocol LibraryStore: Sendable {
    /// All of them, by name.
    func libraries() async throws -> [Library]
    /// All of them with their counts, by name.
    func items() async throws -> [LibraryItem]

    /// Stores `library` unless `check`, given all others within the same transaction, throws.
    func insert(
        _ library: Library, entry: JournalEntry, check: @escaping @Sendable ([Library]) throws -> Void
    ) async throws

    /// Forgets the library and everything in it; false when there is none.
    func remove(_ id: ID<Library>, entry: JournalEntry) async throws -> Bool

    /// By library and path; of one library when `library` is given.
    func problems(of library: ID<Library>?, _ page: PageRequest) async throws -> Page<LibraryProblem>
}
