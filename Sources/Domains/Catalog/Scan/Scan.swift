package import Primitives

/// One run of the scanner, as far as it has come.
package struct Scan: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case running, finished, cancelled, failed
    }

    /// What it is doing. The steps from `discover` to `artwork` come round for every batch of files.
    package enum Step: String, Sendable, CaseIterable {
        case discover, readTags, match, artwork, prune, index
    }

    package struct Counts: Sendable, Equatable {
        package var filesFound = 0
        package var filesRead = 0
        /// How many files there are in all; known during a library's first scan only.
        package var filesTotal: Int?
        package var added = 0
        package var updated = 0
        package var moved = 0
        package var removed = 0
        package var restored = 0
        package var unchanged = 0
        package var problems = 0

        package init() {}

        /// Whether the catalogue differs from before.
        package var changedAnything: Bool { added + updated + moved + removed + restored > 0 }
    }

    package let id: ID<Scan>
    /// Nil when it goes through all libraries.
    package let library: ID<Library>?
    package let startedAt: Timestamp
    package var state: State
    package var step: Step
    package var finishedAt: Timestamp?
    package var counts: Counts
    /// Why it failed.
    package var detail: String?

    package init(id: ID<Scan>, library: ID<Library>?, startedAt: Timestamp) {
        self.id = id
        self.library = library
        self.startedAt = startedAt
        state = .running
        step = .discover
        finishedAt = nil
        counts = Counts()
        detail = nil
    }
}
