/// What an admin says about a station.
package struct StationDraft: Sendable {
    package let name: String
    package let stream: String
    /// Nil or empty for none.
    package let homePage: String?

    package init(name: String, stream: String, homePage: String? = nil) {
        self.name = name
        self.stream = stream
        self.homePage = homePage
    }
}
