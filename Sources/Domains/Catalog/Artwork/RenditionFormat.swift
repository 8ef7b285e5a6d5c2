/// The formats in which renditions are made.
package enum RenditionFormat: String, Sendable, CaseIterable {
    case jpeg, webp

    package var mediaType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .webp: "image/webp"
        }
    }
}
