package import Primitives
package import Journal

/// Where what is brought along is put.
package protocol ImportStore: Sendable {
    /// Adds what is not there yet, all in one transaction, in the order given. Tracks are told by their recording at MusicBrainz, then by ISRC,
    /// then by artist, title, album and length; what lies in libraries that the caller does not see is not here. What is there stays as it is.
    /// Of a picture it only says whether it is wanted; `keep` takes it.
    ///
    /// - Parameter isTrial: says what would become of each and changes nothing.
    func take(
        _ items: [ImportItem], from source: ImportSource, for caller: Principal, isTrial: Bool, at instant: Timestamp
    ) async throws -> [ImportOutcome]

    /// Gives something of the caller's, that came along and has no picture yet, its picture. False where that is not there any more, or has one.
    func keep(
        _ picture: BlobKey, of subject: ImportedPicture.Subject, for caller: Principal, at instant: Timestamp
    ) async throws -> Bool

    /// Appends what was done to the journal, and tells the person's devices that there is more to show.
    func finish(_ entry: JournalEntry, of user: ID<Person>) async throws
}
