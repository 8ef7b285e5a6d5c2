import Foundation
package import Primitives

/// An address that browsers and players are sent to: http or https, with a host and without a name or password in it.
package struct StationAddress: Sendable, Hashable {
    package static let maximumLength = 2048

    package let text: String

    package init(_ text: String, field: String) throws(DomainError) {
        let failure = DomainError.invalid(
            "An address begins with http:// or https:// and has at most \(Self.maximumLength) characters", field: field)
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            !text.contains("\\"), let parts = URLComponents(string: text),
            ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false, parts.user == nil,
            parts.password == nil
        else { throw failure }
        self.text = text
    }

    /// From storage, where it was checked before.
    package init(stored text: String) {
        self.text = text
    }
}
