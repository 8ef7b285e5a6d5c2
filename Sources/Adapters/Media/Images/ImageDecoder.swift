import Catalog
import Primitives

/// Decodes an image of any kind that Rondo stores, no larger than asked.
enum ImageDecoder {
    /// The longer side of the result is at most `edge`, and never longer than the image's own.
    static func decode(_ bytes: [UInt8], edge: Int) throws(FileProblem) -> DecodedImage {
        switch ImageKind(sniffing: bytes) {
        case .jpeg: try JPEGDecoder.decode(bytes, edge: edge)
        case .png: try PNGDecoder.decode(bytes, edge: edge)
        case .webp: try WebPDecoder.decode(bytes, edge: edge)
        case .gif: try GIFDecoder.decode(bytes, edge: edge)
        case nil: throw FileProblem(.unsupported, "The file is not a picture of a known kind.")
        }
    }

    static let truncated = FileProblem(.truncated, "The picture ends before all of it is there.")
    static let corrupt = FileProblem(.corrupt, "The picture contradicts its own format.")

    /// Shrinks an image whose rows are all in memory.
    static func scale(_ raster: Raster, edge: Int) throws(FileProblem) -> Raster {
        guard max(raster.width, raster.height) > edge else { return raster }
        let scaler = Downscaler(width: raster.width, height: raster.height, edge: edge)
        raster.pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<raster.height {
                scaler.push(
                    UnsafeBufferPointer(rebasing: pixels[(y * raster.width * 4)..<((y + 1) * raster.width * 4)]))
            }
        }
        guard let scaled = scaler.finish() else { throw corrupt }
        return scaled
    }
}

/// An image in reduced size.
struct DecodedImage {
    /// The pixels, turned upright.
    let raster: Raster
    /// The declared size of the file, after it is turned upright.
    let width: Int
    let height: Int
}

/// The largest dimensions that an image may declare. The header is checked before anything is allocated.
enum ImageLimits {
    static let side = 8192
    static let pixels = 40_000_000

    static func check(_ width: Int, _ height: Int) throws(FileProblem) {
        guard width > 0, height > 0 else { throw FileProblem(.corrupt, "The picture declares no size.") }
        guard width <= side, height <= side, width * height <= pixels else {
            throw FileProblem(.tooLarge, "The picture declares \(width) by \(height) pixels.")
        }
    }
}
