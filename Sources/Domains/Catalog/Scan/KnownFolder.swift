package import Primitives

/// What the catalogue holds about one folder.
package struct KnownFolder: Sendable, Equatable {
    package struct Track: Sendable, Equatable {
        package let id: ID<Catalog.Track>
        package let name: [UInt8]
        package let facts: FileFacts
        package let signature: [UInt8]
        package let isMissing: Bool
        /// Less was read of it than is read today: `TrackTags.version`.
        package let isOutdated: Bool
        /// A moderator has taken it out of the catalogue.
        package let isWithdrawn: Bool

        package init(
            id: ID<Catalog.Track>, name: [UInt8], facts: FileFacts, signature: [UInt8], isMissing: Bool,
            isOutdated: Bool = false, isWithdrawn: Bool = false
        ) {
            self.id = id
            self.name = name
            self.facts = facts
            self.signature = signature
            self.isMissing = isMissing
            self.isOutdated = isOutdated
            self.isWithdrawn = isWithdrawn
        }
    }

    package struct Broken: Sendable, Equatable {
        package let name: [UInt8]
        /// Nil for what was never looked at closely, like a link that leads out.
        package let facts: FileFacts?
        package let problem: FileProblem

        package init(name: [UInt8], facts: FileFacts?, problem: FileProblem) {
            self.name = name
            self.facts = facts
            self.problem = problem
        }
    }

    /// A cover, or an artist's picture.
    package struct Picture: Sendable, Equatable {
        package let name: [UInt8]
        package let facts: FileFacts

        package init(name: [UInt8], facts: FileFacts) {
            self.name = name
            self.facts = facts
        }
    }

    package var tracks: [Track] = []
    package var broken: [Broken] = []
    package var cover: Picture?
    package var artistImage: Picture?
    /// By name.
    package var texts: [[UInt8]: FileFacts] = [:]

    package init() {}
}
