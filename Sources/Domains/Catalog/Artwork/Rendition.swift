package import Primitives

/// A picture in one size and format, made from a stored one or drawn for an item without a picture.
package struct Rendition: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
        case image(BlobKey)
        /// The square center of a picture that is not stored.
        case square(ScratchBlob)
        /// A drawing that depends on this number alone.
        case drawing(seed: UInt32)
    }

    /// Increases when the same source gives a different result, so that older renditions are no longer served.
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

    /// The name of the content in the cache and as an entity tag: lowercase letters, digits and dashes.
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

/// The size of a rendition: the longer side in pixels. The set of sizes is closed, so that no client can request a
/// picture in thousands of sizes.
package struct RenditionSize: Hashable, Sendable {
    /// In ascending order.
    package static let all = [64, 128, 192, 256, 300, 384, 512, 600, 768, 1024, 1200].map(Self.init(pixels:))

    /// The size if a request names none.
    package static let standard = RenditionSize(pixels: 600)

    package let pixels: Int

    private init(pixels: Int) {
        self.pixels = pixels
    }

    /// The smallest size that is not smaller than `asked`; nil outside 64 to 1200.
    package init?(atLeast asked: Int) {
        guard let first = Self.all.first, asked >= first.pixels,
            let size = Self.all.first(where: { $0.pixels >= asked })
        else { return nil }
        self = size
    }
}

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

/// A rendition ready to be sent.
package enum RenditionContent: Sendable {
    case file(any ReadableFile)
    /// Just rendered, and about to be cached.
    case bytes([UInt8])
}

/// The seed of the drawing for a name: FNV-1a over the name's Unicode scalars, as in the web client, so that an album
/// without a cover looks the same everywhere. http://www.isthe.com/chongo/tech/comp/fnv/
package enum DrawingSeed {
    package static func of(_ name: String) -> UInt32 {
        name.unicodeScalars.reduce(0x811C_9DC5) { ($0 ^ $1.value) &* 0x0100_0193 }
    }
}
