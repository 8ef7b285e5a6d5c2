import Primitives

/// One request that brings bytes of an upload. It ends by `finish`, or by `pause` when the client went away.
package actor UploadTransfer {
    /// So many bytes are at most sent twice when the gateway is killed.
    private static let stride: Int64 = 8 << 20

    private let upload: Upload
    private let writer: any QuarantineWriter
    private let uploads: UploadService
    private var checksum: UploadChecksum?
    private var position: Int64
    private var recorded: Int64

    init(_ upload: Upload, _ writer: any QuarantineWriter, _ uploads: UploadService, checksum: UploadChecksum?) {
        self.upload = upload
        self.writer = writer
        self.uploads = uploads
        self.checksum = checksum
        position = upload.received
        recorded = upload.received
    }

    package func append(_ bytes: [UInt8]) async throws {
        guard Int64(bytes.count) <= upload.length - position else {
            throw DomainError(
                .tooLarge, "More bytes than the \(upload.length) that were announced", reason: "longer_than_announced")
        }
        try await writer.append(bytes)
        position += Int64(bytes.count)
        checksum?.update(bytes)
        guard checksum == nil, position - recorded >= Self.stride else { return }
        try await uploads.requireRoom()
        recorded = try await writer.sync()
        _ = try await uploads.record(recorded, of: upload.id)
    }

    /// The upload as it is now. Throws `conflict` with reason `checksum_mismatch`; then nothing of the request is kept.
    package func finish() async throws -> Upload {
        if let checksum, !checksum.isMet {
            try await writer.cut(to: recorded)
            await uploads.leave(upload.id, writer)
            throw DomainError(.conflict, "The bytes are not those of the checksum", reason: "checksum_mismatch")
        }
        let end = try await writer.close()
        await uploads.leave(upload.id, writer)
        return try await uploads.record(end, of: upload.id)
    }

    /// Keeps what came, unless a checksum was to prove it. In a task of its own: the request's may be cancelled, which would undo the write.
    package func pause() async {
        await Task {
            do {
                if checksum != nil { try await writer.cut(to: recorded) }
                let end = try await writer.close()
                if end != recorded { _ = try await uploads.record(end, of: upload.id) }
            } catch {
                // What was not noted is sent again.
            }
            await uploads.leave(upload.id, writer)
        }.value
    }
}
