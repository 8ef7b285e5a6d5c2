/// What players call themselves, made fit to be shown.
package enum ClientName {
    private static let longest = 64

    /// At most 64 characters without control characters and outer white space; nil when nothing is left.
    package static func clean(_ text: String?) -> String? {
        guard let text else { return nil }
        let visible = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
            default: true
            }
        }
        let words = String(String.UnicodeScalarView(visible)).split(separator: " ").joined(separator: " ")
        let name = String(words.prefix(longest))
        return name.isEmpty ? nil : name
    }
}
