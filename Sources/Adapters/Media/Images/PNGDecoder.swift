import CSpng
import Catalog

/// Decodes PNG by libspng: row by row, except interlaced files, whose rows are complete only at the end.
enum PNGDecoder {
    /// The most bytes that one chunk, or all stored chunks together, may take.
    private static let chunkLimit = 8 << 20

    static func decode(_ bytes: [UInt8], edge: Int) throws(FileProblem) -> DecodedImage {
        guard let context = spng_ctx_new(0) else { throw FileProblem(.tooLarge, "There is no memory for a decoder.") }
        defer { spng_ctx_free(context) }
        return try bytes.withUnsafeBufferPointer { bytes throws(FileProblem) in
            try check(spng_set_crc_action(context, CInt(SPNG_CRC_ERROR.rawValue), CInt(SPNG_CRC_DISCARD.rawValue)))
            try check(spng_set_chunk_limits(context, chunkLimit, chunkLimit))
            try check(spng_set_png_buffer(context, bytes.baseAddress, bytes.count))
            return try decode(context, edge: edge)
        }
    }

    private static func decode(_ context: OpaquePointer, edge: Int) throws(FileProblem) -> DecodedImage {
        var header = spng_ihdr()
        try check(spng_get_ihdr(context, &header))
        let (width, height) = (Int(header.width), Int(header.height))
        try ImageLimits.check(width, height)
        let format = CInt(SPNG_FMT_RGBA8.rawValue)
        let raster: Raster?
        if header.interlace_method == 0 {
            try check(
                spng_decode_image(
                    context, nil, 0, format, CInt(SPNG_DECODE_TRNS.rawValue | SPNG_DECODE_PROGRESSIVE.rawValue)))
            let scaler = Downscaler(width: width, height: height, edge: edge)
            var row = [UInt8](repeating: 0, count: width * 4)
            var status: CInt = 0
            while status == 0 {
                status = spng_decode_row(context, &row, row.count)
                guard status == 0 || status == CInt(SPNG_EOI.rawValue) else { throw problem(status) }
                row.withUnsafeBufferPointer(scaler.push)
            }
            raster = scaler.finish()
        } else {
            var pixels = [UInt8](repeating: 0, count: width * height * 4)
            try check(
                spng_decode_image(context, &pixels, pixels.count, format, CInt(SPNG_DECODE_TRNS.rawValue)))
            raster = try ImageDecoder.scale(Raster(width: width, height: height, pixels: pixels), edge: edge)
        }
        guard let raster else { throw ImageDecoder.truncated }
        return DecodedImage(raster: raster, width: width, height: height)
    }

    private static func check(_ status: CInt) throws(FileProblem) {
        if status != 0 { throw problem(status) }
    }

    private static func problem(_ status: CInt) -> FileProblem {
        switch UInt32(bitPattern: status) {
        case UInt32(bitPattern: CInt(SPNG_IO_EOF.rawValue)), UInt32(bitPattern: CInt(SPNG_IO_ERROR.rawValue)):
            ImageDecoder.truncated
        case UInt32(bitPattern: CInt(SPNG_EMEM.rawValue)), UInt32(bitPattern: CInt(SPNG_ECHUNK_LIMITS.rawValue)):
            FileProblem(.tooLarge, "The picture takes more memory than one may.")
        default: ImageDecoder.corrupt
        }
    }
}
