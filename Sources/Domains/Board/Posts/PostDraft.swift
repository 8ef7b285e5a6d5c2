package import Catalog
package import Primitives

/// What somebody wants to put on today's board.
package struct PostDraft: Sendable, Equatable {
    package static let longestCaption = 280

    package let track: ID<Track>
    package let caption: String

    package init(track: ID<Track>, caption: String?) throws(DomainError) {
        self.track = track
        self.caption = try BoardText.checked(
            caption ?? "", length: 0...Self.longestCaption, field: "caption")
    }
}
