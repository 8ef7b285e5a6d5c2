import Accounts
import Primitives
import Catalog

/// Profile pictures by the same confined processes that make covers smaller.
struct ProfilePictures: PictureMaker {
    /// The longer side before the cut: enough for any page on any screen.
    private static let size = 1024

    let processor: any ImageProcessor
    let blobs: any BlobStore

    func square(_ original: [UInt8]) async throws -> [UInt8] {
        guard let size = RenditionSize(atLeast: Self.size) else { return [] }
        do {
            return try await blobs.withScratch(original) { [processor] scratch in
                try await processor.render(Rendition(.square(scratch), size: size, format: .jpeg))
            }
        } catch let failure as ImageFailure {
            switch failure {
            case .broken:
                throw DomainError(
                    .unsupportedMediaType, "The picture is damaged and cannot be shown", reason: "picture_type")
            case .missing, .unavailable:
                throw DomainError(
                    .unavailable, "Pictures cannot be made at the moment", reason: "artwork_unavailable",
                    retryAfter: .seconds(5))
            }
        }
    }
}
