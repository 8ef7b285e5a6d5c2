import CWebP
import Catalog

/// Decodes WebP by libwebp; of an animation the first frame.
enum WebPDecoder {
    static func decode(_ bytes: [UInt8], edge: Int) throws(FileProblem) -> DecodedImage {
        try bytes.withUnsafeBufferPointer { bytes throws(FileProblem) in try decode(bytes, edge: edge) }
    }

    private static func decode(_ bytes: UnsafeBufferPointer<UInt8>, edge: Int) throws(FileProblem) -> DecodedImage {
        var features = WebPBitstreamFeatures()
        try check(WebPGetFeatures(bytes.baseAddress, bytes.count, &features))
        try ImageLimits.check(Int(features.width), Int(features.height))
        guard features.has_animation != 0 else { return try decodeFrame(bytes, features, edge: edge) }
        var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
        var state = WEBP_DEMUX_PARSE_ERROR
        // A file that is truncated after its first frame still has that one.
        guard let demuxer = WebPDemuxPartial(&data, &state) else { throw ImageDecoder.corrupt }
        defer { WebPDemuxDelete(demuxer) }
        var frame = WebPIterator()
        guard WebPDemuxGetFrame(demuxer, 1, &frame) != 0 else { throw ImageDecoder.truncated }
        defer { WebPDemuxReleaseIterator(&frame) }
        let fragment = UnsafeBufferPointer(start: frame.fragment.bytes, count: frame.fragment.size)
        try check(WebPGetFeatures(fragment.baseAddress, fragment.count, &features))
        try ImageLimits.check(Int(features.width), Int(features.height))
        guard features.has_animation == 0 else { throw ImageDecoder.corrupt }
        return try decodeFrame(fragment, features, edge: edge)
    }

    private static func decodeFrame(
        _ bytes: UnsafeBufferPointer<UInt8>, _ features: WebPBitstreamFeatures, edge: Int
    ) throws(FileProblem) -> DecodedImage {
        let (width, height) = (Int(features.width), Int(features.height))
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0 else { throw ImageDecoder.corrupt }
        config.output.colorspace = MODE_RGBA
        // The decoder's own scaling bounds memory; the better filter does the last step.
        let longer = max(width, height)
        if longer > 2 * edge {
            config.options.use_scaling = 1
            config.options.scaled_width = CInt(max(1, width * 2 * edge / longer))
            config.options.scaled_height = CInt(max(1, height * 2 * edge / longer))
        }
        defer { WebPFreeDecBuffer(&config.output) }
        try check(WebPDecode(bytes.baseAddress, bytes.count, &config))
        let (outputWidth, outputHeight) = (Int(config.output.width), Int(config.output.height))
        let output = config.output.u.RGBA
        guard outputWidth > 0, outputHeight > 0, Int(output.stride) >= outputWidth * 4,
            output.size >= Int(output.stride) * (outputHeight - 1) + outputWidth * 4, let rows = output.rgba
        else { throw ImageDecoder.corrupt }
        let scaler = Downscaler(width: outputWidth, height: outputHeight, edge: edge)
        for y in 0..<outputHeight {
            scaler.push(UnsafeBufferPointer(start: rows + y * Int(output.stride), count: outputWidth * 4))
        }
        guard let raster = scaler.finish() else { throw ImageDecoder.truncated }
        return DecodedImage(raster: raster, width: width, height: height)
    }

    private static func check(_ status: VP8StatusCode) throws(FileProblem) {
        switch status {
        case VP8_STATUS_OK: return
        case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: throw ImageDecoder.truncated
        case VP8_STATUS_OUT_OF_MEMORY: throw FileProblem(.tooLarge, "The picture takes more memory than one may.")
        default: throw ImageDecoder.corrupt
        }
    }
}
