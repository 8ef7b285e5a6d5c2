package import Primitives

/// What a profile picture may be.
package enum PictureRules {
    package static let maximumBytes = 5 * 1024 * 1024

    package static func check(_ bytes: [UInt8]) throws(DomainError) {
        guard bytes.count <= maximumBytes else {
            throw DomainError(.tooLarge, "A picture has at most 5 MiB", reason: "picture_too_large")
        }
        switch ImageKind(sniffing: bytes) {
        case .jpeg, .png, .webp:
            guard let size = ImageSize(of: bytes), size.isAcceptable else {
                throw DomainError(
                    .unsupportedMediaType, "The image's header is damaged or declares more than 40 megapixels",
                    reason: "picture_type")
            }
        case .gif, nil:
            throw DomainError(
                .unsupportedMediaType, "A picture is a JPEG, PNG or WebP image", reason: "picture_type")
        }
    }
}
