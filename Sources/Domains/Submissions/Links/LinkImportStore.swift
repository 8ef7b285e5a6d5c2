package import Journal
package import Primitives
import Shelf

/// Stores imports by link. Every method is one transaction.
package protocol LinkImportStore: ChangeStore where State == any LinkImportState, Write == LinkImportWrite {
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

/// The steps of an import, from the link to the upload.
extension LinkImportStore {
    /// Starts the import that has waited longest, among users without a running one. Imports that were started
    /// `attempts` times fail.
    package func next(attempts: Int, at instant: Timestamp) async throws -> LinkImport? {
        while true {
            let start: LinkStart = try await edit { links in
                guard let (link, started) = try links.next() else { return (nil, LinkStart.nothingWaits) }
                guard started < attempts else {
                    return (link.failing(because: .interrupted, at: instant), LinkStart.failed)
                }
                let changes = Changes<LinkImportWrite>(
                    at: instant, .start(link.id, at: instant),
                    events: [SubmissionEvents.link(link.id, "fetching", of: link.account)])
                return (changes, LinkStart.started(link))
            }
            switch start {
            case .started(let link): return link
            case .failed: continue
            case .nothingWaits: return nil
            }
        }
    }

    /// Records the progress and the reserved space. False where the import was removed.
    ///
    /// Throws `LinkFailure.quota` or `noRoom` beyond the limits.
    func progress(
        of id: ID<Submission>, name: String, received: Int64, reserving: Int64, total: Int64?,
        within bounds: UploadBounds, at instant: Timestamp
    ) async throws -> Bool {
        try await edit { links in
            guard let link = try links.link(id), link.state == .fetching else { return (nil, false) }
            let more = try reserving - links.reserved(for: id)
            guard try more <= bounds.person - links.uploads.used(by: link.account) else { throw LinkFailure.quota }
            guard try more <= bounds.everybody - links.uploads.usedByAll() else { throw LinkFailure.noRoom }
            let write = LinkImportWrite.progress(
                id, name: name, received: received, reserving: reserving, total: total)
            return (Changes<LinkImportWrite>(at: instant, write), true)
        }
    }

    /// Turns the import into an upload that waits for inspection; `received` bytes are safely in the quarantine. False
    /// where the import was removed.
    package func finish(
        _ id: ID<Submission>, name: String, received: Int64, at instant: Timestamp
    ) async throws -> Bool {
        try await edit { links in
            guard let link = try links.link(id), link.state == .fetching else { return (nil, false) }
            let upload = Upload(downloaded: link, name: name, length: received, at: instant)
            let changes = Changes<LinkImportWrite>(
                at: instant, .finish(id, name: name, received: received, at: instant), .upload(.add(upload)),
                events: [
                    SubmissionEvents.link(id, "done", of: link.account),
                    SubmissionEvents.upload(id, "checking", of: link.account),
                ])
            return (changes, true)
        }
    }

    func fail(_ id: ID<Submission>, because failure: LinkFailure, at instant: Timestamp) async throws {
        try await edit { links in
            guard let link = try links.link(id), link.state == .waiting || link.state == .fetching else { return nil }
            return link.failing(because: failure, at: instant)
        }
    }
}

/// The outcome of starting the next import.
private enum LinkStart: Sendable {
    case started(LinkImport)
    /// It was started too often.
    case failed
    case nothingWaits
}

extension LinkImport {
    /// A new import. It waits to be started.
    init(_ id: ID<Submission>, of address: LinkAddress, wish: ID<Wish>?, by person: ID<Person>, at instant: Timestamp) {
        self.init(
            id: id, account: person, address: address.text, state: .waiting, name: nil, received: 0, total: nil,
            wish: wish, failure: nil, createdAt: instant, changedAt: instant)
    }

    fileprivate func failing(because failure: LinkFailure, at instant: Timestamp) -> Changes<LinkImportWrite> {
        Changes(
            at: instant, .fail(id, because: failure, at: instant),
            events: [SubmissionEvents.link(id, "failed", of: account)])
    }
}
