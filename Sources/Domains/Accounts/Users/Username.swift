import Foundation
package import Primitives

/// A name to sign in with: 1 to 64 visible characters in Unicode NFC, with the key under which it is unique.
package struct Username: Sendable, Hashable {
    package static let maximumLength = 64

    /// As the person wrote it.
    package let text: String
    /// NFKC in lower case: `Ada`, `ada` and fullwidth `ａｄａ` are one name, `Żaba` and `Zaba` are two.
    package let key: String

    /// Refuses white space at the ends, control, bidirectional and invisible characters, and unassigned ones.
    package init(_ text: String, field: String = "username") throws(DomainError) {
        guard text.utf8.count <= Self.maximumLength * 4 else { throw Self.failure(field) }
        let name = text.precomposedStringWithCanonicalMapping
        guard (1...Self.maximumLength).contains(name.unicodeScalars.count), VisibleText.allows(name),
            name.trimmingCharacters(in: .whitespacesAndNewlines) == name
        else { throw Self.failure(field) }
        self.text = name
        key = Self.key(of: name)
    }

    /// From storage, where both were checked before.
    package init(stored text: String, key: String) {
        self.text = text
        self.key = key
    }

    /// The key that `text` would have; also for text that is no valid name. At most 256 bytes of it count.
    package static func key(of text: String) -> String {
        let bounded = text.utf8.count <= 256 ? text : String(decoding: text.utf8.prefix(256), as: UTF8.self)
        return bounded.precomposedStringWithCompatibilityMapping.lowercased()
            .precomposedStringWithCompatibilityMapping
    }

    private static func failure(_ field: String) -> DomainError {
        .invalid(
            "A user name has 1 to \(maximumLength) visible characters and no space at its ends", field: field,
            reason: "username_invalid")
    }
}
