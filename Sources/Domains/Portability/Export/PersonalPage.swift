/// Some rows of a section, and where the next ones begin.
package struct PersonalPage: Sendable {
    /// A place in a section: a number, and an id where that is not enough.
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
