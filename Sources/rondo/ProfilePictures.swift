import Accounts
import Blobs
import Catalog
import Primitives

/// Profile pictures by the same confined processes that make covers smaller.
struct ProfilePictures: PictureMaker {
    /// The longer side before the cut: enough for any page on any screen.
    private static let size = 1024

    let processor: any ImageProcessor

    func square(_ original: BlobKey) async throws -> [UInt8] {
        guard let size = RenditionSize(atLeast: Self.size) else { return [] }
        do {
            return try await processor.render(Rendition(.square(original), size: size, format: .jpeg))
        } catch {
            switch error {
            case .broken, .missing:
                throw DomainError(
                    .unsupportedMediaType, "The picture is damaged and cannot be shown", reason: "picture_type")
            case .unavailable:
                throw DomainError(
                    .unavailable, "Pictures cannot be made at the moment", reason: "artwork_unavailable",
                    retryAfter: .seconds(5))
            }
        }
    }
}
