package import Primitives

/// Everything that belongs to a person, section by section. What lies in libraries that the person does not see is left out.
package protocol PersonalDataStore: Sendable {
    /// In the order in which they are exported.
    var sections: [String] { get }

    func rows(
        of section: String, for user: ID<Person>, in scope: LibraryScope, after place: PersonalPage.Place, limit: Int
    ) async throws -> PersonalPage
}
