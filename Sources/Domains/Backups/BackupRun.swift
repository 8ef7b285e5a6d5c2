package import Primitives

/// One attempt to make a backup, as it is kept.
package struct BackupRun: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        /// Somebody asked for it in the console.
        case manual
        case scheduled
        /// `rondo backup`.
        case command
    }

    package enum State: String, Sendable, CaseIterable {
        case running, done, failed
        /// The gateway ended before it did.
        case interrupted
    }

    package let id: ID<BackupRun>
    package let kind: Kind
    package let startedAt: Timestamp
    package let withMusic: Bool
    package var state: State
    package var endedAt: Timestamp?
    /// The archive's name, without its folder.
    package var file: String?
    package var size: Int64?
    /// Why it failed, as a sentence.
    package var failure: String?
    /// When the archive was last looked through as a whole.
    package var verifiedAt: Timestamp?
    /// What was wrong with it then; nil for nothing.
    package var defect: String?

    package init(
        id: ID<BackupRun>, kind: Kind, startedAt: Timestamp, withMusic: Bool, state: State = .running,
        endedAt: Timestamp? = nil, file: String? = nil, size: Int64? = nil, failure: String? = nil,
        verifiedAt: Timestamp? = nil, defect: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.startedAt = startedAt
        self.withMusic = withMusic
        self.state = state
        self.endedAt = endedAt
        self.file = file
        self.size = size
        self.failure = failure
        self.verifiedAt = verifiedAt
        self.defect = defect
    }
}
