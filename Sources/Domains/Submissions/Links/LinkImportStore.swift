package import Journal
package import Primitives
package import Shelf

/// Stores imports by link. Every method is one transaction.
package protocol LinkImportStore: Sendable {
    /// Throws `conflict` with reason `too_many_links` where `most` are waiting already, and `invalid` for an unknown
    /// wish.
    func create(
        _ address: LinkAddress, _ id: ID<Submission>, for caller: Principal, wish: ID<Wish>?, most: Int, at: Timestamp,
        journal entry: JournalEntry
    ) async throws -> LinkImport
    /// The caller's own imports, oldest first; there are never many.
    func imports(for caller: Principal) async throws -> [LinkImport]
    /// Removes an import; false where it is not the caller's or does not exist.
    func remove(_ id: ID<Submission>, for caller: Principal) async throws -> Bool

    /// Makes the running imports of an earlier process wait again.
    func restart(at: Timestamp) async throws
    /// Starts the import that has waited longest, among users without a running one. An import that was started more
    /// than `attempts` times fails.
    func next(attempts: Int, at: Timestamp) async throws -> LinkImport?
    /// Records the progress and the reserved space. False where the import was removed.
    ///
    /// Throws `LinkFailure.quota` or `noRoom` beyond the limits.
    func progress(
        of id: ID<Submission>, name: String, received: Int64, reserving: Int64, total: Int64?,
        within bounds: UploadBounds
    ) async throws -> Bool
    /// Turns the import into an upload that waits for inspection; `received` bytes are safely in the quarantine. False
    /// where the import was removed.
    func finish(_ id: ID<Submission>, name: String, received: Int64, at: Timestamp) async throws -> Bool
    func fail(_ id: ID<Submission>, because failure: LinkFailure, at: Timestamp) async throws
    /// The imports that ended before `instant`, with the number of all.
    func ended(before instant: Timestamp) async throws -> (ids: [ID<Submission>], total: Int)
    /// Removes those of `ids` that ended before `instant`, and returns their number.
    func removeEnded(_ ids: [ID<Submission>], before instant: Timestamp) async throws -> Int
}
