import Primitives
import Shelf

/// The limits of uploads, and when they are reached.
package enum UploadRules {
    package static let mostOpen = 1000
    /// The most milliseconds by which a file may be shorter than it declares; beyond that it is refused as truncated.
    package static let missingMilliseconds: Int64 = 3000
    /// The longest recording.
    package static let longestMilliseconds: Int64 = 24 * 3600 * 1000

    /// Checks that the user may send the file: they send few enough, there is room for it, and its wish exists.
    static func check(
        _ draft: UploadDraft, of person: ID<Person>, within bounds: UploadBounds, _ uploads: any UploadState
    ) throws {
        guard try uploads.openCount(of: person) < mostOpen else {
            throw DomainError(.conflict, "At most \(mostOpen) files are sent at once", reason: "too_many_uploads")
        }
        let used = try uploads.used(by: person)
        guard draft.length <= bounds.person - used else {
            throw DomainError(
                .tooLarge,
                """
                Your pending submissions may take \(ByteCount(bounds.person))\(bounds.planNote). They take \
                \(ByteCount(used)), and this file needs \(ByteCount(draft.length)). Wait for a decision, or remove a \
                submission
                """,
                reason: "quota_exceeded", field: "Upload-Length")
        }
        guard try draft.length <= bounds.everybody - uploads.usedByAll() else { throw DomainError.noRoom }
        try check(draft.wish, uploads)
    }

    /// Throws `invalid` for a wish that does not exist.
    static func check(_ wish: ID<Wish>?, _ uploads: any UploadState) throws {
        guard let wish else { return }
        guard try uploads.wished(wish) != nil else { throw DomainError.noSuchWish }
    }
}

extension Upload {
    /// An announced upload, of which nothing was received.
    init(_ id: ID<Submission>, _ draft: UploadDraft, of person: ID<Person>, at instant: Timestamp) {
        self.init(
            id: id, account: person, name: draft.name, length: draft.length, received: 0, state: .receiving,
            batch: draft.batch, isSubmitted: draft.isSubmitted, wish: draft.wish, reason: nil, detail: nil,
            createdAt: instant, touchedAt: instant)
    }

    /// A file that the server has downloaded. It waits for inspection.
    init(downloaded link: LinkImport, name: String, length: Int64, at instant: Timestamp) {
        self.init(
            id: link.id, account: link.account, name: name, length: length, received: length, state: .checking,
            batch: nil, isSubmitted: false, wish: link.wish, reason: nil, detail: nil, createdAt: instant,
            touchedAt: instant)
    }

    /// The upload with this number of bytes safely on disk. A complete one waits for inspection.
    func recording(_ received: Int64, at instant: Timestamp) -> Upload {
        Upload(
            id: id, account: account, name: name, length: length, received: received,
            state: received == length ? .checking : .receiving, batch: batch, isSubmitted: isSubmitted, wish: wish,
            reason: reason, detail: detail, createdAt: createdAt, touchedAt: instant)
    }

    /// Whether it received nothing since `instant`, or was refused before it. One that waits for inspection is not
    /// abandoned.
    func isAbandoned(since instant: Timestamp) -> Bool {
        state != .checking && touchedAt < instant
    }
}
