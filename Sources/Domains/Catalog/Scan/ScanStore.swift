package import Primitives
package import Journal

/// What a scan needs of the catalogue's storage. Every method is one transaction.
package protocol ScanStore: Sendable {
    /// Stores a new scan and its journal row. Scans that an earlier process left running are marked as failed first.
    func begin(_ scan: Scan, entry: JournalEntry) async throws
    /// Stores how far a scan has come.
    func save(_ scan: Scan) async throws
    /// Stores a scan's end, its journal row, and for `libraries` that they have been scanned to the end.
    func finish(_ scan: Scan, completed libraries: [ID<Library>], entry: JournalEntry) async throws
    /// Marks scans that an earlier process left running as failed.
    func failInterrupted(at: Timestamp) async throws

    func scan(_ id: ID<Scan>) async throws -> Scan?
    /// Newest first.
    func scans(_ page: PageRequest) async throws -> Page<Scan>

    /// The libraries to scan: one, or all by name.
    func libraries(_ id: ID<Library>?) async throws -> [Library]
    /// How many tracks of a library are not missing.
    func presentTracks(of library: ID<Library>) async throws -> Int

    /// What is known of `folders`, in their order.
    func known(_ folders: [[UInt8]], in library: ID<Library>) async throws -> [KnownFolder]
    /// All tracks, of any library, whose signature is one of `signatures`; by signature, then missing ones first, then
    /// the oldest.
    func tracks(signed signatures: [[UInt8]]) async throws -> [SignatureMatch]
    /// Which of `keys` are stored. They are not swept within the next hour.
    func known(images keys: [BlobKey], at: Timestamp) async throws -> Set<BlobKey>
    /// Those of `keys` that have been looked into and cannot be shown, and why.
    func damaged(images keys: [BlobKey]) async throws -> [BlobKey: FileProblem.Reason]
    /// What to write so that pictures of `library` that have been looked into and cannot be shown stand for nothing any more and are
    /// listed among what is broken: some of them at a time, empty when there are none.
    func damagedPictures(of library: ID<Library>, at: Timestamp) async throws -> ScanBatch
    /// Folders after `folder` in byte order of which something is known: tracks that are there, broken files, a cover.
    func folders(of library: ID<Library>, after folder: [UInt8]?, limit: Int) async throws -> [[UInt8]]

    /// Missing tracks whose place is that of a copy that came later, in any library. No track is in two of them.
    func continuities() async throws -> [TrackContinuity]
    /// Hands what people did with missing tracks down to equal ones that were there before and still are, where those have nothing like
    /// it. What belongs to people who do not see their library stays.
    func handDown() async throws

    /// Writes a batch and all that follows from it.
    ///
    /// - Returns: the tracks that were left out because moderators have withdrawn them.
    @discardableResult
    func apply(_ batch: ScanBatch) async throws -> Set<ID<Track>>
    /// Counts what `apply` has put off because counting it for every batch would cost too much.
    func settle(at: Timestamp) async throws
    /// Works out whose pictures the found pictures of artists are.
    func assignArtistImages() async throws
    /// Tidies the indexes after a scan that changed something.
    func optimise() async throws
}
