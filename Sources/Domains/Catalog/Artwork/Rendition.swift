package import Primitives

/// A picture in one size and format, made from a stored one or drawn for something that has none.
package struct Rendition: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
        case image(BlobKey)
        /// The middle of a picture that is not stored, as wide as high.
        case square(ScratchBlob)
        /// A drawing that depends on this number alone.
        case drawing(seed: UInt32)
    }

    /// Counts up when the same source would come out differently, so that nothing made before is served any more.
    private static let edition = 1

    package let source: Source
    package let size: RenditionSize
    package let format: RenditionFormat

    package init(_ source: Source, size: RenditionSize, format: RenditionFormat) {
        self.source = source
        self.size = size
        self.format = format
    }

    package var isDrawing: Bool {
        if case .drawing = source { true } else { false }
    }

    /// Names the content, in a cache and as an entity tag: lowercase letters, digits and dashes.
    package var name: String {
        let origin =
            switch source {
            case .image(let key): key.hex
            case .square(let scratch): "\(scratch.name)-square"
            case .drawing(let seed): "drawing-\(seed)"
            }
        return "\(origin)-\(size.pixels)-\(format.rawValue)-\(Self.edition)"
    }
}
