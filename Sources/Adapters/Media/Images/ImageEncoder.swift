import CTurboJPEG
import CWebP
import Catalog

/// Encodes a finished rendition without the original's metadata.
enum ImageEncoder {
    private static let jpegQuality: CInt = 85
    private static let webpQuality: Float = 80
    /// The effort on libwebp's scale from 0 (fast) to 6 (small). Low, as listeners wait for it.
    private static let webpEffort: CInt = 2

    static func encode(_ raster: Raster, as format: RenditionFormat) throws(FileProblem) -> [UInt8] {
        let bytes =
            switch format {
            case .jpeg: jpeg(raster.flattened())
            case .webp: webp(raster)
            }
        guard let bytes, bytes.count <= PictureLimit.bytes else {
            throw FileProblem(.tooLarge, "The picture takes more memory than one may.")
        }
        return bytes
    }

    private static func jpeg(_ raster: Raster) -> [UInt8]? {
        guard let handle = tjInitCompress() else { return nil }
        defer { tjDestroy(handle) }
        var buffer: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { tjFree(buffer) }
        let failed = tjCompress2(
            handle, raster.pixels, CInt(raster.width), 0, CInt(raster.height), CInt(TJPF_RGBX.rawValue), &buffer, &size,
            CInt(TJSAMP_420.rawValue), jpegQuality, 0)
        guard failed == 0, let buffer else { return nil }
        return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
    }

    private static func webp(_ raster: Raster) -> [UInt8]? {
        var config = WebPConfig()
        var picture = WebPPicture()
        guard WebPConfigPreset(&config, WEBP_PRESET_DEFAULT, webpQuality) != 0, WebPPictureInit(&picture) != 0 else {
            return nil
        }
        defer { WebPPictureFree(&picture) }
        config.method = webpEffort
        picture.width = CInt(raster.width)
        picture.height = CInt(raster.height)
        guard WebPPictureImportRGBA(&picture, raster.pixels, CInt(raster.width * 4)) != 0 else { return nil }
        var writer = WebPMemoryWriter()
        WebPMemoryWriterInit(&writer)
        defer { WebPMemoryWriterClear(&writer) }
        return withUnsafeMutablePointer(to: &writer) { writer in
            picture.writer = WebPMemoryWrite
            picture.custom_ptr = UnsafeMutableRawPointer(writer)
            guard WebPEncode(&config, &picture) != 0, let bytes = writer.pointee.mem else { return nil }
            return Array(UnsafeBufferPointer(start: bytes, count: writer.pointee.size))
        }
    }
}

/// The wanted form of a picture.
struct ImageOutput: Equatable, Sendable {
    let size: RenditionSize
    let format: RenditionFormat
    /// Crops to the middle square.
    var isSquare = false
}
