import Primitives
import Catalog

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

    /// Makes rows that are all there smaller.
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
