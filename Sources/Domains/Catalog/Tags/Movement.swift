/// A part of a work.
package struct Movement: Sendable, Hashable {
    package var name: String
    package var number: Int?
    /// How many the work has.
    package var count: Int?

    package init(name: String, number: Int? = nil, count: Int? = nil) {
        self.name = name
        self.number = number
        self.count = count
    }
}
