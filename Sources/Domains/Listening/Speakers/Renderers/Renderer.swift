package import Journal
package import Primitives

/// A renderer of the local network as it was found: a machine that plays what a control point names (UPnP AV
/// MediaRenderer). Nothing proves that it is what it says.
package struct Renderer: Sendable, Equatable {
    /// Made of the name that it gives itself for ever (UDN).
    package let id: DeviceID
    package let name: String
    package let model: String
    /// Its numeric address.
    package let address: String

    package init(id: DeviceID, name: String, model: String, address: String) {
        self.id = id
        self.name = name
        self.model = model
        self.address = address
    }

    /// A name that a stranger gives, fit to be shown: one line of at most 64 characters.
    package static func shown(_ name: String) -> String {
        let visible = name.unicodeScalars.map { scalar -> Character in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: " "
            default: Character(scalar)
            }
        }
        return String(visible).split(separator: " ").joined(separator: " ").prefix(64).description
    }
}

/// A renderer that the admins allow, which makes it a speaker. It keeps the name that it had then.
package struct AllowedRenderer: Sendable, Equatable {
    package let id: DeviceID
    package let name: String
    package let allowedAt: Timestamp

    package init(id: DeviceID, name: String, allowedAt: Timestamp) {
        self.id = id
        self.name = name
        self.allowedAt = allowedAt
    }

    package static let most = 32
}

/// The storage of the renderers that are allowed. Every method is one transaction.
package protocol RendererStore: Sendable {
    /// The earliest first.
    func allowed() async throws -> [AllowedRenderer]
    /// Loads them, changes them, and stores them with the entries that `change` returns. Stores nothing when it returns
    /// none.
    func edit(
        _ change: @escaping @Sendable (inout [AllowedRenderer]) throws -> [JournalEntry]
    ) async throws -> [AllowedRenderer]
}
