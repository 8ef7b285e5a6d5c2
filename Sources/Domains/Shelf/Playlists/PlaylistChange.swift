package import Primitives

/// What a change left behind, and whom it concerns.
package struct PlaylistChange: Sendable, Equatable {
    /// Who reads a playlist.
    package enum Readers: Sendable, Equatable {
        case everybody
        case people(Set<ID<Person>>)
    }

    package let revision: Int64
    /// The entries that came in, in their order.
    package let added: [ID<PlaylistEntry>]
    package let removed: Int
    package let before: Readers
    package let after: Readers

    package init(revision: Int64, added: [ID<PlaylistEntry>], removed: Int, before: Readers, after: Readers) {
        self.revision = revision
        self.added = added
        self.removed = removed
        self.before = before
        self.after = after
    }
}
