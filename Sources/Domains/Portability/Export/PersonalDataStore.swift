package import Primitives

/// Reads everything that belongs to a user, section by section. Items of libraries that the user does not see are left
/// out.
package protocol PersonalDataStore: Sendable {
    /// The sections, in export order.
    var sections: [String] { get }

    func rows(
        of section: String, for user: ID<Person>, in scope: LibraryScope, after place: PersonalPage.Place, limit: Int
    ) async throws -> PersonalPage
}

/// A page of a section's rows, with the place of the next page.
package struct PersonalPage: Sendable {
    /// A place in a section: a number, and an id where the number is not unique.
    package struct Place: Sendable {
        package let number: Int64
        package let text: String

        package init(number: Int64, text: String) {
            self.number = number
            self.text = text
        }

        package static let beginning = Place(number: .min, text: "")
    }

    package let columns: [String]
    package let rows: [PersonalRow]
    package let next: Place?

    package init(columns: [String], rows: [PersonalRow], next: Place?) {
        self.columns = columns
        self.rows = rows
        self.next = next
    }
}

/// One row of a user's export.
package struct PersonalRow: Sendable {
    package enum Value: Sendable, Equatable {
        case text(String)
        case integer(Int64)
        case real(Double)
        case instant(Timestamp)
        case nothing
    }

    /// The values, in column order.
    package let values: [Value]

    package init(_ values: [Value]) {
        self.values = values
    }
}
