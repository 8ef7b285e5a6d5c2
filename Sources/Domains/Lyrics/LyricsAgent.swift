/// A voice of a song.
package struct LyricsAgent: Sendable, Equatable {
    package enum Role: String, Sendable, CaseIterable {
        case main, voice, background, group
    }

    /// Unique within the lyrics.
    package let id: String
    package let role: Role
    package let name: String?

    package init(id: String, role: Role, name: String? = nil) {
        self.id = id
        self.role = role
        self.name = name
    }
}
