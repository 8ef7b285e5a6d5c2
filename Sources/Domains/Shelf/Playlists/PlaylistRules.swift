import Foundation
import Primitives

/// The bounds of playlists, and what their words may be.
package enum PlaylistRules {
    package static let longest = 20_000
    package static let mostAdded = 10_000
    package static let mostPerPerson = 2000
    package static let mostEditors = 100
    package static let longestName = 200
    package static let longestDescription = 4000

    /// One line; Subsonic clients send what people type.
    static func name(_ text: String) throws(DomainError) -> String {
        let name = PlainText.line(text)
        guard (1...longestName).contains(name.unicodeScalars.count) else {
            throw .invalid("A name has 1 to \(longestName) visible characters", field: "name")
        }
        return name
    }

    static func description(_ text: String) throws(DomainError) -> String {
        let description = PlainText.lines(text)
        guard description.unicodeScalars.count <= longestDescription else {
            throw .invalid("A description has at most \(longestDescription) characters", field: "description")
        }
        return description
    }
}
