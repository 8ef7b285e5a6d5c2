package import Primitives

extension DomainError {
    package static let noUpload = notFound("There is no such upload")
    package static let uploadBusy = DomainError(
        .conflict, "Somebody is sending this upload already", reason: "upload_busy", retryAfter: .seconds(1))
    package static let noRoom = DomainError(
        .storageFull, "There is no room left for what people give", reason: "quarantine_full")

    package static func offsetMismatch(_ received: Int64) -> DomainError {
        DomainError(
            .conflict, "The upload goes on at byte \(received)", reason: "offset_mismatch", field: "Upload-Offset")
    }
}
