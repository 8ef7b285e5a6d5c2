import Foundation
package import Primitives
package import Shelf

/// A file that a user is sending. Once it is complete and inspected it becomes a `Submission` of the same id.
package struct Upload: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        /// Bytes are missing.
        case receiving
        /// It is complete and waits for inspection.
        case checking
        /// It was not music, or broken. Its bytes were removed; the reason is stored for a day.
        case refused
    }

    package let id: ID<Submission>
    package let account: ID<Person>
    /// The submitter's name for the file; never used as a path.
    package let name: String
    /// The announced length, in bytes.
    package let length: Int64
    /// The number of bytes that are safely on disk.
    package let received: Int64
    package let state: State
    package let batch: String?
    /// Whether it is handed in automatically after inspection.
    package let isSubmitted: Bool
    package let wish: ID<Wish>?
    /// Why it was refused: a stable reason, and below a sentence.
    package let reason: String?
    package let detail: String?
    package let createdAt: Timestamp
    package let touchedAt: Timestamp

    package init(
        id: ID<Submission>, account: ID<Person>, name: String, length: Int64, received: Int64, state: State,
        batch: String?, isSubmitted: Bool, wish: ID<Wish>?, reason: String?, detail: String?, createdAt: Timestamp,
        touchedAt: Timestamp
    ) {
        self.id = id
        self.account = account
        self.name = name
        self.length = length
        self.received = received
        self.state = state
        self.batch = batch
        self.isSubmitted = isSubmitted
        self.wish = wish
        self.reason = reason
        self.detail = detail
        self.createdAt = createdAt
        self.touchedAt = touchedAt
    }
}

/// The announcement of a file, before it is sent.
package struct UploadDraft: Sendable, Equatable {
    package static let longestName = 255

    package let name: String
    package let length: Int64
    package let batch: String?
    package let isSubmitted: Bool
    package let wish: ID<Wish>?

    /// - Parameters:
    ///   - name: the submitter's name for the file; only the last part of a path is used.
    ///   - batch: a UUID, made by the client, that groups the files of one album.
    package init(
        name: String, length: Int64, batch: String? = nil, isSubmitted: Bool = false, wish: ID<Wish>? = nil
    ) throws(DomainError) {
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        let shown = PlainText.line(last)
        guard PlainText.isVisible(shown), shown.utf8.count <= Self.longestName else {
            throw .invalid("A file's name has 1 to \(Self.longestName) bytes", field: "filename")
        }
        guard shown != ".", shown != ".." else { throw .invalid("No file has this name", field: "filename") }
        guard length > 0 else { throw .invalid("The file is empty", field: "Upload-Length") }
        if let batch, UUID(uuidString: batch) == nil { throw .invalid("batch must be a UUID", field: "batch") }
        self.name = shown
        self.length = length
        self.batch = batch?.lowercased()
        self.isSubmitted = isSubmitted
        self.wish = wish
    }
}

/// Provides the limits of submissions. The server's settings limit everybody; plans may limit single users more
/// strictly.
package protocol UploadAllowance: Sendable {
    func bounds(for caller: Principal) async throws -> UploadBounds
}

/// The limits, each in bytes.
package struct UploadBounds: Sendable, Equatable {
    /// The size of one file.
    package var file: Int64
    /// The size of one user's files that are being sent or are not in a library yet.
    package var person: Int64
    /// The size of all users' files.
    package var everybody: Int64
    /// The name of the user's plan, where it sets the limits of `file` and `person`.
    package private(set) var plan: String?

    package init(file: Int64, person: Int64, everybody: Int64) {
        self.file = file
        self.person = person
        self.everybody = everybody
    }

    /// The bounds within the quota of a plan.
    package func limited(to quota: Int64, byPlan name: String) -> UploadBounds {
        var bounds = self
        if quota < person { bounds.plan = name }
        bounds.person = min(person, quota)
        bounds.file = min(file, quota)
        return bounds
    }

    /// Names the plan behind a limit.
    var planNote: String { plan.map { " in the plan \($0)" } ?? "" }
}

/// The space that a user's files take before they are in a library, with its limits.
package struct UploadUse: Sendable, Equatable {
    package let bounds: UploadBounds
    /// The caller's bytes, announced or stored.
    package let used: Int64
}

extension DomainError {
    package static let noUpload = notFound("There is no such upload")
    package static let uploadBusy = DomainError(
        .conflict, "Another request is sending this upload", reason: "upload_busy", retryAfter: .seconds(1))
    package static let noRoom = DomainError(
        .storageFull, "The space for submissions is full. Try again later", reason: "quarantine_full")

    package static func offsetMismatch(_ received: Int64) -> DomainError {
        DomainError(
            .conflict, "The upload continues at byte \(received)", reason: "offset_mismatch", field: "Upload-Offset")
    }
}
