import Crypto
import Foundation
package import Primitives

/// One request that sends bytes of an upload. It ends with `finish`, or with `pause` when the client disconnects.
package actor UploadTransfer {
    /// The most bytes that are sent twice after a crash of the server.
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

    /// Ends the request, and returns the upload. Throws `conflict` with reason `checksum_mismatch`; then all bytes of
    /// the request are discarded.
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

    /// Stores the received bytes, unless a checksum was to verify them. It uses a separate task, because the request's
    /// own task may be cancelled, which would undo the write.
    package func pause() async {
        await Task {
            do {
                if checksum != nil { try await writer.cut(to: recorded) }
                let end = try await writer.close()
                if end != recorded { _ = try await uploads.record(end, of: upload.id) }
            } catch {
                // Bytes that were not recorded are sent again.
            }
            await uploads.leave(upload.id, writer)
        }.value
    }
}

/// The checksum that a client sends for the bytes of one request (tus, extension `checksum`).
package struct UploadChecksum: Sendable {
    package static let algorithms = ["sha256", "sha1"]

    private let expected: [UInt8]
    private var hash: any HashFunction

    /// - Parameter field: like `sha256 lVxG…`, in Base64.
    package init(_ field: String) throws(DomainError) {
        let parts = field.split(separator: " ")
        guard parts.count == 2, let expected = Data(base64Encoded: String(parts[1])) else {
            throw .invalid("Upload-Checksum is an algorithm and Base64", field: "Upload-Checksum")
        }
        switch parts[0] {
        case "sha256": hash = SHA256()
        case "sha1": hash = Insecure.SHA1()
        default:
            throw .invalid(
                "Upload-Checksum must be by \(Self.algorithms.joined(separator: " or "))", field: "Upload-Checksum")
        }
        self.expected = Array(expected)
    }

    mutating func update(_ bytes: [UInt8]) {
        hash.update(data: bytes)
    }

    var isMet: Bool { [UInt8](hash.finalize()) == expected }
}
