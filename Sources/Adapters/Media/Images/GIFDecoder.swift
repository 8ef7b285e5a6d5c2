import Catalog

/// Decodes the first picture of a GIF file (GIF89a specification, CompuServe 1990), without the canvas around it.
struct GIFDecoder {
    private let bytes: [UInt8]
    private var position = 6
    private var palette: ArraySlice<UInt8> = []
    private var transparent: Int?

    static func decode(_ bytes: [UInt8], edge: Int) throws(FileProblem) -> DecodedImage {
        var decoder = GIFDecoder(bytes: bytes)
        let raster = try decoder.firstPicture()
        return DecodedImage(
            raster: try ImageDecoder.scale(raster, edge: edge), width: raster.width, height: raster.height)
    }

    private mutating func firstPicture() throws(FileProblem) -> Raster {
        position += 4
        let flags = try byte()
        position += 2
        palette = try colors(flags)
        while true {
            switch try byte() {
            case 0x21:
                if try byte() == 0xF9 {
                    let start = position
                    guard start + 5 <= bytes.count else { throw ImageDecoder.truncated }
                    transparent = bytes[start + 1] & 1 == 1 ? Int(bytes[start + 4]) : nil
                }
                try skipBlocks()
            case 0x2C: return try picture()
            default: throw ImageDecoder.corrupt
            }
        }
    }

    private mutating func picture() throws(FileProblem) -> Raster {
        position += 4
        let (width, height) = (try word(), try word())
        try ImageLimits.check(width, height)
        let flags = try byte()
        let own = try colors(flags)
        if !own.isEmpty { palette = own }
        guard !palette.isEmpty else { throw ImageDecoder.corrupt }
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        let rows = flags & 0x40 == 0 ? Array(0..<height) : Self.interlaced(height)
        let palette = Array(palette)
        let transparent = transparent
        var index = 0
        try unpack(limit: width * height) { code in
            let target = (rows[index / width] * width + index % width) * 4
            index += 1
            guard Int(code) != transparent, Int(code) * 3 + 2 < palette.count else { return }
            for channel in 0..<3 { pixels[target + channel] = palette[Int(code) * 3 + channel] }
            pixels[target + 3] = 255
        }
        guard index == width * height else { throw ImageDecoder.truncated }
        return Raster(width: width, height: height, pixels: pixels)
    }

    /// Variable-length LZW: calls `body` with each color number, at most `limit` times.
    private mutating func unpack(limit: Int, _ body: (UInt8) -> Void) throws(FileProblem) {
        let smallest = Int(try byte())
        guard (1...8).contains(smallest) else { throw ImageDecoder.corrupt }
        let (clear, end) = (1 << smallest, 1 << smallest + 1)
        var prefixes = [Int](repeating: 0, count: 4096)
        var suffixes = [UInt8](repeating: 0, count: 4096)
        for code in 0..<clear { suffixes[code] = UInt8(code) }
        var (next, width, previous, first) = (end + 1, smallest + 1, -1, UInt8(0))
        var (bits, count, left, done) = (0, 0, 0, 0)
        var run: [UInt8] = []
        while done < limit {
            while count < width {
                if left == 0 {
                    guard position < bytes.count else { return }
                    left = Int(try byte())
                    if left == 0 { return }
                }
                guard position < bytes.count else { return }
                bits |= Int(try byte()) << count
                count += 8
                left -= 1
            }
            let code = bits & (1 << width - 1)
            bits >>= width
            count -= width
            if code == clear {
                (next, width, previous) = (end + 1, smallest + 1, -1)
                continue
            }
            if code == end { return }
            guard code < next || (code == next && previous >= 0) else { throw ImageDecoder.corrupt }
            run.removeAll(keepingCapacity: true)
            var walk = code
            if code == next {
                run.append(first)
                walk = previous
            }
            while walk > end {
                run.append(suffixes[walk])
                walk = prefixes[walk]
            }
            first = suffixes[walk]
            run.append(first)
            for value in run.reversed().prefix(limit - done) { body(value) }
            done += run.count
            if previous >= 0, next < 4096 {
                prefixes[next] = previous
                suffixes[next] = first
                next += 1
                if next == 1 << width, width < 12 { width += 1 }
            }
            previous = code
        }
    }

    private static func interlaced(_ height: Int) -> [Int] {
        [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in Array(stride(from: start, to: height, by: step)) }
    }

    private mutating func colors(_ flags: UInt8) throws(FileProblem) -> ArraySlice<UInt8> {
        guard flags & 0x80 != 0 else { return [] }
        let count = 3 * (2 << Int(flags & 7))
        guard position + count <= bytes.count else { throw ImageDecoder.truncated }
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    private mutating func skipBlocks() throws(FileProblem) {
        while true {
            let count = Int(try byte())
            if count == 0 { return }
            position += count
        }
    }

    private mutating func word() throws(FileProblem) -> Int {
        Int(try byte()) | Int(try byte()) << 8
    }

    private mutating func byte() throws(FileProblem) -> UInt8 {
        guard position < bytes.count else { throw ImageDecoder.truncated }
        defer { position += 1 }
        return bytes[position]
    }
}
