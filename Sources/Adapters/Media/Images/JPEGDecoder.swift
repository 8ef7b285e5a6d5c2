import CTurboJPEG
import Catalog

/// Decodes JPEG by libjpeg-turbo, which skips invisible detail while it decodes.
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
        // libjpeg-turbo warns of harmless oddities as well as of missing or damaged data; only the text tells them
        // apart. The first warning decides.
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

    /// The smallest of the scales 1/8, 1/4, 1/2 and 1, which have fast code, that leaves at least `edge`.
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

    /// Whether the warning is harmless: stray bytes between segments, and parameters that have no meaning in their
    /// place.
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

/// The facts before a JPEG file's first scan that the decoder leaves to its caller.
struct JPEGMarkers {
    /// The orientation, 1 to 8 (Exif 2.3, 4.6.4); 1 when the file does not state it.
    private(set) var orientation = 1
    /// Whether Adobe's software or similar wrote the file: CMYK values then count light, not ink.
    private(set) var hasAdobe = false

    init(_ bytes: [UInt8]) {
        var position = 2
        while position + 4 <= bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            if marker == 0xFF {
                position += 1
                continue
            }
            if marker == 0x01 || (0xD0...0xD7).contains(marker) {
                position += 2
                continue
            }
            guard marker != 0xDA, marker != 0xD9 else { return }
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            let end = position + 2 + length
            guard length >= 2, end <= bytes.count else { return }
            let content = bytes[(position + 4)..<end]
            if marker == 0xE1, content.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) {
                orientation = Self.orientation(content.dropFirst(6)) ?? orientation
            } else if marker == 0xEE, content.starts(with: "Adobe".utf8) {
                hasAdobe = true
            }
            position = end
        }
    }

    /// Tag 0x0112 of the first directory of a TIFF structure.
    private static func orientation(_ tiff: ArraySlice<UInt8>) -> Int? {
        let bytes = Array(tiff)
        guard bytes.count >= 8 else { return nil }
        let isLittle = bytes[0] == 0x49
        func number(_ at: Int, _ count: Int) -> Int? {
            guard at >= 0, at + count <= bytes.count else { return nil }
            let part = bytes[at..<(at + count)]
            return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
        for entry in 0..<min(count, 512) {
            let start = directory + 2 + 12 * entry
            guard let tag = number(start, 2) else { return nil }
            guard tag == 0x0112 else { continue }
            return number(start + 8, 2).flatMap { (1...8).contains($0) ? $0 : nil }
        }
        return nil
    }
}
