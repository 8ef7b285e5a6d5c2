import Foundation
package import Primitives

/// A name to sign in with: 1 to 64 visible characters in Unicode NFC, with the key under which it is unique.
package struct Username: Sendable, Hashable {
    package static let maximumLength = 64

    /// The name as the user typed it.
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

    /// From storage; both were checked before.
    package init(stored text: String, key: String) {
        self.text = text
        self.key = key
    }

    /// The key of any text, valid name or not. Uses at most 256 bytes of it.
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

/// The rules for the name that other users see.
package enum DisplayName {
    package static let maximumLength = 100

    /// The name without white space at its ends. Throws `invalid` when the rest is empty or too long.
    package static func checked(_ text: String) throws(DomainError) -> String {
        try VisibleText.line(text, maximum: maximumLength, field: "displayName")
    }
}

/// An email address, checked as far as possible without sending to it (RFC 5321 §4.5.3.1 for the lengths).
package struct EmailAddress: Sendable, Hashable {
    package let text: String
    /// NFKC in lower case. It is unique among accounts.
    package let key: String

    package init(_ text: String, field: String = "email") throws(DomainError) {
        let failure = DomainError.invalid("This is not an email address", field: field, reason: "email_invalid")
        guard text.utf8.count <= 254 else { throw failure }
        let address = text.precomposedStringWithCanonicalMapping.trimmingCharacters(in: .whitespaces)
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let local = parts.first, let domain = parts.last, Self.isLocal(local),
            Self.isDomain(domain)
        else { throw failure }
        self.text = address
        key = Username.key(of: address)
    }

    /// From storage; both were checked before.
    package init(stored text: String, key: String) {
        self.text = text
        self.key = key
    }

    private static func isLocal(_ local: Substring) -> Bool {
        (1...64).contains(local.utf8.count) && !local.hasPrefix(".") && !local.hasSuffix(".") && !local.contains("..")
            && isPlain(local, refusing: "()<>[],;:\\\"")
    }

    private static func isDomain(_ domain: Substring) -> Bool {
        guard domain.utf8.count <= 253, isPlain(domain, refusing: "()<>[],;:\\\"/_!#$%&'*+=?^`{|}~") else {
            return false
        }
        return domain.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
        }
    }

    private static func isPlain(_ part: Substring, refusing special: String) -> Bool {
        VisibleText.allows(String(part)) && !part.contains { $0.isWhitespace || special.contains($0) }
    }
}
