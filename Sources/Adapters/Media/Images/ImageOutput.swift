import Catalog

/// In which form a picture is wanted.
struct ImageOutput: Equatable, Sendable {
    let size: RenditionSize
    let format: RenditionFormat
    /// Only the middle, as wide as high.
    var isSquare = false
}
