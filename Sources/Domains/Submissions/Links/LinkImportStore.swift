package import Journal
package import Primitives

/// Stores imports by link. Every method is one transaction.
package protocol LinkImportStore: Sendable {
    /// Runs `decide` on a state that no other change reaches meanwhile, and writes the changes. Nothing is written if
    /// `decide` throws.
    func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any LinkImportState) throws -> (Changes<LinkImportWrite>?, Outcome)
    ) async throws -> Outcome

    /// The caller's own imports, oldest first; there are never many.
    func imports(for caller: Principal) async throws -> [LinkImport]
    /// Makes the running imports of an earlier process wait again.
    func restart(at: Timestamp) async throws
    /// The imports that ended before `instant`, with the number of all.
    func ended(before instant: Timestamp) async throws -> (ids: [ID<Submission>], total: Int)
    /// Removes those of `ids` that ended before `instant`, and returns their number.
    func removeEnded(_ ids: [ID<Submission>], before instant: Timestamp) async throws -> Int
}

/// The imports by link as they are within a transaction, for decisions that must hold when they are written.
package protocol LinkImportState {
    func link(_ id: ID<Submission>) throws -> LinkImport?
    /// The number of the user's imports that wait or run.
    func openCount(of person: ID<Person>) throws -> Int
    /// The import that has waited longest, among users without a running one, and how often it was started.
    func next() throws -> (link: LinkImport, attempts: Int)?
    /// The bytes that are reserved for an import.
    func reserved(for id: ID<Submission>) throws -> Int64

    var uploads: any UploadState { get }
}

/// A write to the stored imports by link, and to the uploads that they become.
package enum LinkImportWrite: Sendable {
    case add(LinkImport)
    case remove(ID<Submission>)
    /// Counts one more attempt.
    case start(ID<Submission>, at: Timestamp)
    case progress(ID<Submission>, name: String, received: Int64, reserving: Int64, total: Int64?)
    case finish(ID<Submission>, name: String, received: Int64, at: Timestamp)
    case fail(ID<Submission>, because: LinkFailure, at: Timestamp)
    case upload(UploadWrite)
}
