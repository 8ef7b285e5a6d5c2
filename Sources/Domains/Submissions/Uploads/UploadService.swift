import Journal
package import Primitives

/// Receives files in chunks: an upload is announced, received over several requests, and passed to inspection when it
/// is complete.
///
/// Acknowledged bytes are on disk, and their number is in the database, so that neither a crash nor a power failure
/// loses them.
package actor UploadService {
    private let store: any UploadStore
    private let quarantine: any Quarantine
    private let allowance: any UploadAllowance
    private let reserve: Int64
    private let clock: any WallClock
    private let onComplete: @Sendable () -> Void
    /// The writers of the running requests.
    private var writers: [ID<Submission>: any QuarantineWriter] = [:]
    private var opening: Set<ID<Submission>> = []

    /// - Parameters:
    ///   - reserve: bytes of the disk that must stay free.
    ///   - whole: called when an upload is complete.
    package init(
        store: any UploadStore, quarantine: any Quarantine, allowance: any UploadAllowance, reserve: Int64,
        clock: any WallClock = SystemWallClock(), whole: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.quarantine = quarantine
        self.allowance = allowance
        self.reserve = reserve
        self.clock = clock
        self.onComplete = whole
    }

    package func create(_ draft: UploadDraft, as caller: Principal) async throws -> Upload {
        try caller.require(.submit)
        let bounds = try await allowance.bounds(for: caller)
        guard draft.length <= bounds.file else {
            throw DomainError(
                .tooLarge,
                """
                This file has \(ByteCount(draft.length)), and a file may have \(ByteCount(bounds.file))\
                \(bounds.planNote). Choose a smaller one
                """,
                reason: "file_too_large", field: "Upload-Length")
        }
        let outstanding = try await store.outstanding()
        guard try await quarantine.freeBytes() - outstanding - draft.length >= reserve else { throw DomainError.noRoom }
        let instant = clock.now()
        let id = ID<Submission>.make(at: instant)
        try await quarantine.create(id.rawValue)
        do {
            return try await store.edit { uploads in
                try UploadRules.check(draft, of: caller.user, within: bounds, uploads)
                let upload = Upload(id, draft, of: caller.user, at: instant)
                return (Changes<UploadWrite>(at: instant, .add(upload)), upload)
            }
        } catch {
            await quarantine.remove(id.rawValue)
            throw error
        }
    }

    package func uploads(as caller: Principal) async throws -> [Upload] {
        try caller.require(.submit)
        return try await store.uploads(for: caller)
    }

    package func upload(_ id: ID<Submission>, as caller: Principal) async throws -> Upload {
        try caller.require(.submit)
        return try await store.upload(id, for: caller)
    }

    /// The upload, with the offset at which the client continues. A request that is still sending is ended, so that the
    /// offset stays correct.
    package func position(of id: ID<Submission>, as caller: Principal) async throws -> Upload {
        let upload = try await upload(id, as: caller)
        return try await cutOff(id) ?? upload
    }

    /// Starts a request that sends bytes.
    ///
    /// - Parameter offset: the offset of the first byte. Throws `conflict` with reason `offset_mismatch` unless all
    ///   earlier bytes were received.
    package func begin(
        _ id: ID<Submission>, at offset: Int64, checksum: UploadChecksum?, as caller: Principal
    ) async throws -> UploadTransfer {
        var upload = try await upload(id, as: caller)
        guard opening.insert(id).inserted else { throw DomainError.uploadBusy }
        defer { opening.remove(id) }
        upload = try await cutOff(id) ?? upload
        guard upload.state == .receiving else {
            throw DomainError(.conflict, "The upload is complete already", reason: "upload_complete")
        }
        guard offset == upload.received else { throw DomainError.offsetMismatch(upload.received) }
        try await requireRoom()
        guard let writer = try await quarantine.write(id.rawValue, from: offset) else { throw DomainError.noUpload }
        writers[id] = writer
        return UploadTransfer(upload, writer, self, checksum: checksum)
    }

    /// Cancels the upload and the request that is sending it. Throws `notFound`, and changes nothing, for an upload
    /// that is not the caller's.
    package func cancel(_ id: ID<Submission>, as caller: Principal) async throws {
        try caller.require(.submit)
        let instant = clock.now()
        try await store.edit { uploads in
            guard try uploads.upload(id)?.account == caller.user else { throw DomainError.noUpload }
            return Changes(
                at: instant, .remove([id]), events: [SubmissionEvents.upload(id, "removed", of: caller.user)])
        }
        if let writer = writers.removeValue(forKey: id) { _ = try? await writer.close() }
        await quarantine.remove(id.rawValue)
    }

    package func use(as caller: Principal) async throws -> UploadUse {
        try caller.require(.submit)
        return UploadUse(bounds: try await allowance.bounds(for: caller), used: try await store.used(by: caller))
    }

    func requireRoom() async throws {
        guard try await quarantine.freeBytes() >= reserve else { throw DomainError.noRoom }
    }

    /// Records the number of bytes that are safely on disk. A complete upload then waits for inspection.
    func record(_ received: Int64, of id: ID<Submission>) async throws -> Upload {
        let instant = clock.now()
        let upload = try await store.edit { uploads in
            guard let stored = try uploads.upload(id) else { throw DomainError.noUpload }
            guard stored.state == .receiving else { return (nil, stored) }
            let updated = stored.recording(received, at: instant)
            var changes = Changes<UploadWrite>(
                at: instant, .record(received, of: id, becoming: updated.state, at: instant))
            if updated.state == .checking {
                changes.events = [SubmissionEvents.upload(id, "checking", of: updated.account)]
            }
            return (changes, updated)
        }
        if upload.state == .checking { onComplete() }
        return upload
    }

    func leave(_ id: ID<Submission>, _ writer: any QuarantineWriter) async {
        if let current = writers[id], (current as AnyObject) === (writer as AnyObject) { writers[id] = nil }
    }

    private func cutOff(_ id: ID<Submission>) async throws -> Upload? {
        guard let writer = writers.removeValue(forKey: id) else { return nil }
        return try await record(try await writer.close(), of: id)
    }
}
