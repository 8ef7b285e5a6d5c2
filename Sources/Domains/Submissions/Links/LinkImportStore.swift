package import Journal
package import Primitives
package import Shelf

/// What imports by link need from storage. Every method is one transaction.
package protocol LinkImportStore: Sendable {
    /// Throws `conflict` with reason `too_many_links` where `most` wait already, `invalid` for a wish that is none.
    func create(
        _ address: LinkAddress, _ id: ID<Submission>, for caller: Principal, wish: ID<Wish>?, most: Int, at: Timestamp,
        journal entry: JournalEntry
    ) async throws -> LinkImport
    /// The caller's own, oldest first; there are never many.
    func imports(for caller: Principal) async throws -> [LinkImport]
    /// Whether it was there and the caller's.
    func remove(_ id: ID<Submission>, for caller: Principal) async throws -> Bool

    /// What an earlier process was fetching waits again.
    func restart(at: Timestamp) async throws
    /// Takes the one that has waited longest, of somebody for whom nothing is being fetched; what was taken more than `attempts` times fails.
    func next(attempts: Int, at: Timestamp) async throws -> LinkImport?
    /// Notes how far it is, and how much room it takes. False where it is gone.
    ///
    /// Throws `LinkFailure.quota` or `noRoom` where it passes the bounds.
    func progress(
        of id: ID<Submission>, name: String, received: Int64, reserving: Int64, total: Int64?,
        within bounds: UploadBounds
    ) async throws -> Bool
    /// Makes an upload of it that is to be checked; `received` bytes are in the quarantine for good. False where it is gone.
    func finish(_ id: ID<Submission>, name: String, received: Int64, at: Timestamp) async throws -> Bool
    func fail(_ id: ID<Submission>, because failure: LinkFailure, at: Timestamp) async throws
    /// Takes away what ended before `instant`.
    func ended(before instant: Timestamp) async throws -> (ids: [ID<Submission>], total: Int)
    /// Those of `ids` that ended before `instant`; how many there were.
    func removeEnded(_ ids: [ID<Submission>], before instant: Timestamp) async throws -> Int
}
