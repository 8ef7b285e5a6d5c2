package import Journal
package import Primitives

/// The storage that a scan needs. Every method is one transaction.
package protocol ScanStore: Sendable {
    /// Stores a new scan and its journal row. Scans that an earlier process left running are marked as failed first.
    func begin(_ scan: Scan, entry: JournalEntry) async throws
    /// Stores the progress of a scan.
    func save(_ scan: Scan) async throws
    /// Stores a scan's end and its journal row, and marks `libraries` as completely scanned.
    func finish(_ scan: Scan, completed libraries: [ID<Library>], entry: JournalEntry) async throws
    /// Marks scans that an earlier process left running as failed.
    func failInterrupted(at: Timestamp) async throws

    func scan(_ id: ID<Scan>) async throws -> Scan?
    /// Newest first.
    func scans(_ page: PageRequest) async throws -> Page<Scan>

    /// The libraries to scan: one, or all by name.
    func libraries(_ id: ID<Library>?) async throws -> [Library]
    /// The number of tracks of a library that are not missing.
    func presentTracks(of library: ID<Library>) async throws -> Int

    /// The stored state of `folders`, in their order.
    func known(_ folders: [[UInt8]], in library: ID<Library>) async throws -> [KnownFolder]
    /// All tracks, of any library, whose signature is one of `signatures`; ordered by signature, missing ones first,
    /// then the oldest first.
    func tracks(signed signatures: [[UInt8]]) async throws -> [SignatureMatch]
    /// The keys that are stored. They are not deleted within the next hour.
    func known(images keys: [BlobKey], at: Timestamp) async throws -> Set<BlobKey>
    /// The keys of analyzed pictures that cannot be shown, and the reasons.
    func damaged(images keys: [BlobKey]) async throws -> [BlobKey: FileProblem.Reason]
    /// A batch that removes analyzed pictures of `library` that cannot be shown and lists them as broken: a limited
    /// number at a time, empty if there are none.
    func damagedPictures(of library: ID<Library>, at: Timestamp) async throws -> ScanBatch
    /// The folders after `folder` in byte order that have a stored state: present tracks, broken files, a cover.
    func folders(of library: ID<Library>, after folder: [UInt8]?, limit: Int) async throws -> [[UInt8]]

    /// Missing tracks that take the place of a later copy, in any library. No track is in two of them.
    func continuities() async throws -> [TrackContinuity]
    /// Transfers users' data of missing tracks to equal tracks that were there before and are still present, if those
    /// have no such data. The data of users who may not see their library stays.
    func transferUserData() async throws

    /// Writes a batch and everything derived from it.
    ///
    /// - Returns: the tracks that were left out because moderators have withdrawn them.
    @discardableResult
    func apply(_ batch: ScanBatch) async throws -> Set<ID<Track>>
    /// Updates the counts that `apply` has postponed because updating them for every batch would cost too much.
    func settle(at: Timestamp) async throws
    /// Assigns the artist pictures that were found to their artists.
    func assignArtistImages() async throws
    /// Optimizes the indexes after a scan that changed something.
    func optimize() async throws
}

/// The stored state of one folder.
package struct KnownFolder: Sendable, Equatable {
    package struct Track: Sendable, Equatable {
        package let id: ID<Catalog.Track>
        package let name: [UInt8]
        package let facts: FileFacts
        package let signature: [UInt8]
        package let isMissing: Bool
        /// Whether an earlier version read less of it (`TrackTags.version`).
        package let isOutdated: Bool
        /// Whether a moderator has withdrawn it from the catalog.
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
        /// Nil for a file that was never examined, such as a link that leads out of the library.
        package let facts: FileFacts?
        package let problem: FileProblem

        package init(name: [UInt8], facts: FileFacts?, problem: FileProblem) {
            self.name = name
            self.facts = facts
            self.problem = problem
        }
    }

    package var tracks: [Track] = []
    package var broken: [Broken] = []
    package var cover: FolderListing.File?
    package var artistImage: FolderListing.File?
    /// The text files, by name.
    package var texts: [[UInt8]: FileFacts] = [:]

    package init() {}
}

/// A track that a file with an equal signature may belong to.
package struct SignatureMatch: Sendable, Equatable {
    package let id: ID<Track>
    package let library: ID<Library>
    package let path: LibraryPath
    package let facts: FileFacts
    package let signature: [UInt8]
    package let missingSince: Timestamp?

    package init(
        id: ID<Track>, library: ID<Library>, path: LibraryPath, facts: FileFacts, signature: [UInt8],
        missingSince: Timestamp?
    ) {
        self.id = id
        self.library = library
        self.path = path
        self.facts = facts
        self.signature = signature
        self.missingSince = missingSince
    }
}

/// A track whose file is gone, and a copy of that file that the catalog took for a separate track.
package struct TrackContinuity: Sendable, Equatable {
    /// The missing track; it takes the copy's place.
    package let lost: ID<Track>
    package let lostSince: Timestamp
    package let copy: SignatureMatch
    package let album: ID<Album>

    package init(lost: ID<Track>, lostSince: Timestamp, copy: SignatureMatch, album: ID<Album>) {
        self.lost = lost
        self.lostSince = lostSince
        self.copy = copy
        self.album = album
    }
}
