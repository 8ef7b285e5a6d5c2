import Foundation
package import Primitives

/// An e-mail address as far as it can be told without sending to it (RFC 5321 §4.5.3.1 for the lengths).
package struct EmailAddress: Sendable, Hashable {
    package let text: String
    /// NFKC in lower case: what is unique among accounts.
    package let key: String

    package init(_ text: String, field: String = "email") throws(DomainError) {
        let failure = DomainError.invalid("This is not an e-mail address", field: field, reason: "email_invalid")
        guard text.utf8.count <= 254 else { throw failure }
        let address = text.precomposedStringWithCanonicalMapping.trimmingCharacters(in: .whitespaces)
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let local = parts.first, let domain = parts.last, Self.isLocal(local),
            Self.isDomain(domain)
        else { throw failure }
        self.text = address
        key = Username.key(of: address)
    }

    /// From storage, where both were checked before.
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
