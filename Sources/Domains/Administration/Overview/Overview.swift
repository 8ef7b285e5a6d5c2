package import Accounts
package import Catalog
package import Primitives
package import Streaming

/// The state of the server at one moment.
package struct Overview: Sendable {
    package let version: String
    package let startedAt: Timestamp
    package let warnings: [ServerWarning]
    package let streams: [LiveStream]
    /// The number of users who are being sent a stream. Visitors are counted by their addresses.
    package let listeners: Int
    package let people: Int
    package let openRequests: Int
    package let libraries: [LibraryItem]
    /// The latest scan, running or not.
    package let scan: Scan?
    package let conversions: (running: Int, waiting: Int, arePossible: Bool)
    package let jobs: [BackgroundJob]
    package let storage: [StoragePart]
    package let disks: [DiskSpace]
    package let cleanups: [CleanupState]
    /// The reason why cleanups remove nothing at present; nil when they do.
    package let cleanupHold: CleanupHold?
    /// Nil while the machine's clock is plausible.
    package let clockLeap: ClockLeap?
    package let certificate: CertificateState?
    /// The last row of the journal, in the form that `rondo journal verify --noted` takes.
    package let journalHead: String?
    /// The public key that checks the signatures of encrypted backups.
    package let backupSigner: String?
}

/// A stream that is being sent, with its listener and its track.
package struct LiveStream: Sendable {
    package let stream: OpenStreamInfo
    /// The listener; for a visitor the owner of the shared link. Nil for an account that no longer exists.
    package let user: User?
    /// Nil for a track that no longer exists.
    package let track: TrackItem?
    /// Nil when the player reports nothing.
    package let playback: StreamPlayback?
}

/// The state of the player that a stream is sent to, as it reports it.
package struct StreamPlayback: Sendable, Equatable {
    /// The player's name for itself, such as `Chrome on Linux`.
    package let client: String
    package let position: Duration
    package let isPaused: Bool

    package init(client: String, position: Duration, isPaused: Bool) {
        self.client = client
        self.position = position
        self.isPaused = isPaused
    }
}

/// The source of what players report.
package protocol LivePlaybacks: Sendable {
    /// The latest report of one of the user's players about the track; nil when there is none.
    func playback(of track: ID<Track>, by user: ID<Person>, as caller: Principal) throws -> StreamPlayback?
}

/// Work that goes on beside the answering of requests.
package struct BackgroundJob: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case analysis, uploads, letters, backup, imports
    }

    package let kind: Kind
    package let isRunning: Bool
    /// The number of items that are still to do.
    package let waiting: Int
    /// The number of items that are done; nil when they are not counted.
    package let done: Int?
    /// The number of items that were given up; nil when none can be.
    package let failed: Int?

    package init(_ kind: Kind, isRunning: Bool, waiting: Int = 0, done: Int? = nil, failed: Int? = nil) {
        self.kind = kind
        self.isRunning = isRunning
        self.waiting = waiting
        self.done = done
        self.failed = failed
    }
}

/// The source of the state of background jobs.
package protocol BackgroundWork: Sendable {
    func jobs() async throws -> [BackgroundJob]
}

/// A part of the server's data on the disk.
package struct StoragePart: Sendable, Equatable {
    /// `database`, `images`, `covers`, `converted`, `recognition`, `imports`.
    package let name: String
    package let bytes: Int64

    package init(name: String, bytes: Int64) {
        self.name = name
        self.bytes = bytes
    }
}

/// The space on the disk that a folder is on.
package struct DiskSpace: Sendable, Equatable {
    /// `data`, or a library's name.
    package let name: String
    package let isLibrary: Bool
    /// Nil when the folder cannot be read.
    package let free: Int64?
    package let total: Int64?

    package init(name: String, isLibrary: Bool, free: Int64?, total: Int64?) {
        self.name = name
        self.isLibrary = isLibrary
        self.free = free
        self.total = total
    }
}
