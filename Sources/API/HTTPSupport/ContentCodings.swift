import CBrotli
import CZlib
package import HTTPTypes
package import NIOCore

/// The content codings that a client accepts (RFC 9110 §12.5.3), reduced to Brotli, gzip and no coding.
package struct AcceptedCodings: Equatable, Sendable {
    /// Whether the client accepts gzip and does not prefer uncompressed content.
    package let prefersGzip: Bool
    /// Whether the client names Brotli, and prefers neither gzip nor uncompressed content.
    package let prefersBrotli: Bool
    /// Whether the client refuses uncompressed content.
    package let refusesIdentity: Bool

    private static let longestField = 1024

    /// A missing or overlong field, or a malformed element, accepts uncompressed content.
    package init(_ fields: HTTPFields) {
        guard let field = fields[.acceptEncoding], field.utf8.count <= Self.longestField else {
            (prefersGzip, prefersBrotli, refusesIdentity) = (false, false, false)
            return
        }
        var weights: [Substring: Int] = [:]
        let text = field.lowercased().filter { $0 != " " && $0 != "\t" }
        for element in text.split(separator: ",") {
            let parts = element.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            guard let weight = parts.count == 1 ? 1000 : Self.weight(parts[1]) else { continue }
            // The older name means the same coding (§8.4.1.3).
            let coding = parts[0] == "x-gzip" ? "gzip" : parts[0]
            weights[coding] = max(weights[coding] ?? 0, weight)
        }
        let gzip = weights["gzip"] ?? weights["*"] ?? 0
        refusesIdentity = (weights["identity"] ?? weights["*"]) == 0
        prefersGzip = gzip > 0 && gzip >= weights["identity"] ?? 0
        let brotli = weights["br"] ?? 0
        prefersBrotli = brotli > 0 && brotli >= max(weights["gzip"] ?? 0, weights["identity"] ?? 0)
    }

    /// The weight of `q=0.5` in thousandths (§12.4.2). Nil where the parameter is no weight.
    private static func weight(_ parameter: Substring) -> Int? {
        guard parameter.hasPrefix("q=") else { return nil }
        let digits = Array(parameter.dropFirst(2).utf8)
        guard let first = digits.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1"), digits.count <= 5,
            digits.count == 1 || digits[1] == UInt8(ascii: ".")
        else { return nil }
        var thousandths = Int(first - UInt8(ascii: "0")) * 1000
        var unit = 100
        for digit in digits.dropFirst(2) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            thousandths += Int(digit - UInt8(ascii: "0")) * unit
            unit /= 10
        }
        return thousandths <= 1000 ? thousandths : nil
    }
}

/// Compresses by gzip (RFC 1952), with zlib.
package enum Gzip {
    /// The effort of zlib's search for repetitions.
    package enum Effort: Int32, Sendable {
        /// For responses that a client waits for: about 100 MB/s, a few percent larger than the smallest.
        case fast = 3
        /// For files that are compressed once.
        case thorough = 9
    }

    /// A gzip member has the largest window, 2^15 bytes; 16 more asks zlib for gzip's header and trailer.
    private static let windowBits: Int32 = 15 + 16
    /// zlib's own default.
    private static let memoryLevel: Int32 = 8

    /// Returns nil where the result would not be smaller than `content`.
    package static func compress(_ content: ByteBuffer, _ effort: Effort) -> ByteBuffer? {
        var stream = z_stream()
        // The macro deflateInit2 calls this function; Swift does not import the macro.
        let status = deflateInit2_(
            &stream, effort.rawValue, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        guard let room = UInt32(exactly: content.readableBytes) else { return nil }
        var result = ByteBuffer()
        let count = content.withUnsafeReadableBytes { source in
            result.writeWithUnsafeMutableBytes(minimumWritableBytes: source.count) { target in
                // zlib only reads its input; without ZLIB_CONST its type says otherwise.
                stream.next_in = UnsafeMutablePointer(mutating: source.assumingMemoryBound(to: UInt8.self).baseAddress)
                stream.avail_in = room
                stream.next_out = target.assumingMemoryBound(to: UInt8.self).baseAddress
                stream.avail_out = room
                let isComplete = deflate(&stream, Z_FINISH) == Z_STREAM_END
                return isComplete ? Int(room - stream.avail_out) : 0
            }
        }
        return count > 0 ? result : nil
    }
}

/// Compresses by Brotli (RFC 7932), with its authors' library: a seventh smaller than gzip, at twenty times its time.
package enum Brotli {
    /// Returns nil where the result would not be smaller than `content`.
    package static func compress(_ content: ByteBuffer) -> ByteBuffer? {
        var result = ByteBuffer()
        let count = content.withUnsafeReadableBytes { source in
            result.writeWithUnsafeMutableBytes(minimumWritableBytes: source.count) { target in
                var size = source.count
                let isComplete = BrotliEncoderCompress(
                    BROTLI_MAX_QUALITY, BROTLI_MAX_WINDOW_BITS, BROTLI_MODE_TEXT, source.count,
                    source.assumingMemoryBound(to: UInt8.self).baseAddress, &size,
                    target.assumingMemoryBound(to: UInt8.self).baseAddress)
                return isComplete == BROTLI_TRUE ? size : 0
            }
        }
        return count > 0 && count < content.readableBytes ? result : nil
    }
}
