/// One comparison.
package struct SmartRule: Sendable, Equatable {
    package let field: SmartField
    package let comparison: SmartOperator
    package let value: SmartValue
    /// Where it stands in what was sent: `rules.rules[2]`.
    package let place: String

    init(_ field: SmartField, _ comparison: SmartOperator, _ value: SmartValue, place: String) {
        self.field = field
        self.comparison = comparison
        self.value = value
        self.place = place
    }
}
