package import Primitives

/// The rule for the name that others see.
package enum DisplayName {
    package static let maximumLength = 100

    /// The name with the white space at its ends removed; refused when nothing or too much is left.
    package static func checked(_ text: String) throws(DomainError) -> String {
        try VisibleText.line(text, maximum: maximumLength, field: "displayName")
    }
}
