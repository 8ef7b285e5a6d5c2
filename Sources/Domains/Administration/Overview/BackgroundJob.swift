/// Something that goes on beside the answering of requests.
package struct BackgroundJob: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case fingerprints, uploads, letters, backup, imports
    }

    package let kind: Kind
    package let isRunning: Bool
    /// What is still to be done, a piece each.
    package let waiting: Int
    /// What is done of the same; nil where nobody counts it.
    package let done: Int?
    /// What was given up; nil where nothing is.
    package let failed: Int?

    package init(_ kind: Kind, isRunning: Bool, waiting: Int = 0, done: Int? = nil, failed: Int? = nil) {
        self.kind = kind
        self.isRunning = isRunning
        self.waiting = waiting
        self.done = done
        self.failed = failed
    }
}

/// Whoever knows how far these are.
package protocol BackgroundWork: Sendable {
    func jobs() async throws -> [BackgroundJob]
}
