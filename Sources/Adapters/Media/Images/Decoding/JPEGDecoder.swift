import CTurboJPEG
import Catalog

/// JPEG by libjpeg-turbo, which leaves out detail that would not be seen while it decodes.
enum JPEGDecoder {
    static func decode(_ bytes: [UInt8], edge: Int) throws(FileProblem) -> DecodedImage {
        guard let handle = tjInitDecompress() else { throw FileProblem(.tooLarge, "There is no memory for a decoder.") }
        defer { tjDestroy(handle) }
        var (width, height, subsampling, space) = (CInt(0), CInt(0), CInt(0), CInt(0))
        guard tjDecompressHeader3(handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &space) == 0 else {
            throw problem(handle)
        }
        try ImageLimits.check(Int(width), Int(height))
        let eighths = eighths(of: Int(max(width, height)), edge: edge)
        let (scaledWidth, scaledHeight) = ((Int(width) * eighths + 7) / 8, (Int(height) * eighths + 7) / 8)
        let isInk = space == CInt(TJCS_CMYK.rawValue) || space == CInt(TJCS_YCCK.rawValue)
        var pixels = [UInt8](repeating: 0, count: scaledWidth * scaledHeight * 4)
        func decompress(_ flags: CInt) -> Bool {
            tjDecompress2(
                handle, bytes, UInt(bytes.count), &pixels, CInt(scaledWidth), 0, CInt(scaledHeight),
                CInt(isInk ? TJPF_CMYK.rawValue : TJPF_RGBA.rawValue), flags) == 0
        }
        // What is only odd is a warning, and so is what is missing or damaged, which only the text tells apart. The first
        // warning is the telling one.
        if !decompress(CInt(TJFLAG_LIMITSCANS | TJFLAG_STOPONWARNING)) {
            guard isOnlyOdd(handle), decompress(CInt(TJFLAG_LIMITSCANS)) || isOnlyOdd(handle) else {
                throw problem(handle)
            }
        }
        let markers = JPEGMarkers(bytes)
        if isInk { convert(&pixels, countsLight: markers.hasAdobe) }
        let raster = try ImageDecoder.scale(
            Raster(width: scaledWidth, height: scaledHeight, pixels: pixels), edge: edge)
        let isTurned = markers.orientation >= 5
        return DecodedImage(
            raster: raster.upright(markers.orientation), width: Int(isTurned ? height : width),
            height: Int(isTurned ? width : height))
    }

    /// The smallest of 1/8, 1/4, 1/2 and 1, which have fast code, that leaves at least `edge`.
    private static func eighths(of longer: Int, edge: Int) -> Int {
        [1, 2, 4].first { longer * $0 / 8 >= edge } ?? 8
    }

    /// CMYK to RGBA without a profile, in place.
    private static func convert(_ pixels: inout [UInt8], countsLight: Bool) {
        for index in stride(from: 0, to: pixels.count, by: 4) {
            let black = Int(countsLight ? pixels[index + 3] : 255 - pixels[index + 3])
            for channel in index..<(index + 3) {
                let light = Int(countsLight ? pixels[channel] : 255 - pixels[channel])
                pixels[channel] = UInt8((light * black + 127) / 255)
            }
            pixels[index + 3] = 255
        }
    }

    /// Stray bytes between segments, and parameters that have no meaning where they stand.
    private static func isOnlyOdd(_ handle: tjhandle) -> Bool {
        guard tjGetErrorCode(handle) == CInt(TJERR_WARNING.rawValue) else { return false }
        let text = tjGetErrorStr2(handle).map { String(cString: $0) } ?? ""
        return ["extraneous bytes", "Invalid SOS parameters", "Unknown Adobe color"].contains { text.contains($0) }
    }

    private static func problem(_ handle: tjhandle) -> FileProblem {
        let text = tjGetErrorStr2(handle).map { String(cString: $0) } ?? ""
        if text.contains("remature end") || text.contains("empty input") { return ImageDecoder.truncated }
        if text.contains("nsufficient memory") || text.contains("emory allocation") {
            return FileProblem(.tooLarge, "The picture takes more memory than one may.")
        }
        return ImageDecoder.corrupt
    }
}
