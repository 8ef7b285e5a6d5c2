import Primitives

/// Sort keys as they are stored: bounded, so that a page's cursor stays small.
package enum SortKeys {
    package static func key(_ text: String) -> String {
        let key = FoldedText.sortKey(String(text.prefix(200)))
        return String(String.UnicodeScalarView(key.unicodeScalars.prefix(200)))
    }
}
