package import Catalog
package import Journal
package import Primitives

/// Stores imported things.
package protocol ImportStore: Sendable {
    /// Adds the things that are not there yet, in the given order, in one transaction. Tracks are matched by their
    /// MusicBrainz recording, then by ISRC, then by artist, title, album and length. Items of libraries that the caller
    /// does not see do not match. Existing things stay unchanged. For a picture it only reports whether it is wanted;
    /// `keep` stores it.
    ///
    /// - Parameter isTrial: only reports the expected outcomes, and changes nothing.
    func take(
        _ items: [ImportItem], from source: ImportSource, for caller: Principal, isTrial: Bool, at instant: Timestamp
    ) async throws -> [ImportOutcome]

    /// Sets the picture of an imported thing of the caller's that has none. False where the thing was removed, or has a
    /// picture.
    func store(
        _ picture: BlobKey, of subject: ImportedPicture.Subject, for caller: Principal, at instant: Timestamp
    ) async throws -> Bool

    /// Appends the import to the journal, and notifies the user's devices that there is new content.
    func finish(_ entry: JournalEntry, of user: ID<Person>) async throws
}

/// The outcome of importing one thing.
package enum ImportOutcome: Sendable, Equatable {
    case added
    /// It existed already.
    case present
    /// The thing that it refers to was not found.
    case unmatched
    /// A song of a playlist was added, because a track matches it.
    case matched(MatchCertainty)
    /// A song of a playlist was not found. The playlist awaits it.
    case awaited
}

/// Stores received files, under names that the server chooses.
package protocol ImportFolder: Sendable {
    func begin() async throws -> any ImportUpload

    /// Reads up to `count` bytes; fewer at the end.
    func bytes(of file: String, from offset: Int64, count: Int) async throws -> [UInt8]

    func remove(_ file: String) async
}

/// A file that a user is sending.
package protocol ImportUpload: Sendable {
    /// Its name in the folder.
    var name: String { get }
    func append(_ bytes: [UInt8]) async throws
}

/// Reads zip archives from users, without trusting them.
package protocol ArchiveFiles: Sendable {
    /// The names of the entries, with their sizes.
    func entries(of file: String) async throws -> [(name: String, size: Int64)]

    /// Reads up to `count` bytes of an entry; fewer at its end.
    func bytes(of entry: String, in file: String, from offset: Int64, count: Int) async throws -> [UInt8]
}
