/// The picture formats that Rondo stores and serves. They are recognized by their first bytes, never by a declared
/// type.
package enum ImageKind: String, Sendable, CaseIterable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"
    case gif = "image/gif"

    package var mediaType: String { rawValue }

    package init?(sniffing bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(12))
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if head.count == 12, head.starts(with: "RIFF".utf8), head[8...].elementsEqual("WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }
}

/// The picture formats that Rondo reads from libraries and stores in another format. They are recognized by their first
/// bytes.
package enum ForeignImageKind: Sendable, CaseIterable {
    case bmp, tiff, avif

    package init?(sniffing bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(64))
        if head.starts(with: "BM".utf8), head.count >= 18, Self.headerSizes.contains(head[14]),
            head[15...17].allSatisfy({ $0 == 0 })
        {
            self = .bmp
        } else if head.starts(with: [0x49, 0x49, 0x2A, 0]) || head.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
            self = .tiff
        } else if Self.brands(head).contains("avif") {
            self = .avif
        } else {
            return nil
        }
    }

    /// The sizes of the header that follows the file header, for OS/2 and Windows.
    private static let headerSizes: Set<UInt8> = [12, 40, 52, 56, 64, 108, 124]

    /// The brands of an ISO base media file (ISO/IEC 14496-12, 4.3), as many as `head` contains.
    private static func brands(_ head: [UInt8]) -> [String] {
        guard head.count >= 12, head[4..<8].elementsEqual("ftyp".utf8), head[0] == 0, head[1] == 0 else { return [] }
        let end = min(head.count, Int(head[2]) << 8 | Int(head[3]))
        return stride(from: 8, to: end - 3, by: 4).filter { $0 != 12 }.map {
            String(decoding: head[$0..<($0 + 4)], as: UTF8.self)
        }
    }
}

/// The width and height that an image's header declares. It is read before the image is decoded.
package struct ImageSize: Sendable, Equatable {
    /// An image with more pixels is treated as a decompression bomb.
    package static let maximumPixels = 40_000_000

    package let width: Int
    package let height: Int

    /// Whether the image has between one pixel and `maximumPixels`.
    package var isAcceptable: Bool {
        width > 0 && height > 0 && width <= Self.maximumPixels / height
    }

    /// Nil when the header is not that of a JPEG, PNG, GIF or WebP image, or is truncated.
    package init?(of bytes: [UInt8]) {
        let found: (Int, Int)? =
            switch ImageKind(sniffing: bytes) {
            case .png: Self.png(bytes)
            case .jpeg: Self.jpeg(bytes)
            case .gif: bytes.count >= 10 ? (Self.little(bytes, 6), Self.little(bytes, 8)) : nil
            case .webp: Self.webp(bytes)
            case nil: nil
            }
        guard let found else { return nil }
        (width, height) = found
    }

    /// IHDR is the first chunk (PNG, 11.2.2).
    private static func png(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        return (big(bytes, 16) << 16 | big(bytes, 18), big(bytes, 20) << 16 | big(bytes, 22))
    }

    /// The first start-of-frame segment (ITU T.81, B.2.2).
    private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
        var position = 2
        while position + 9 <= bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            if marker == 0xFF {
                position += 1
                continue
            }
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame { return (big(bytes, position + 7), big(bytes, position + 5)) }
            if marker == 0xD9 || marker == 0xDA { return nil }
            position += marker == 0x01 || (0xD0...0xD7).contains(marker) ? 2 : 2 + max(2, big(bytes, position + 2))
        }
        return nil
    }

    /// Lossy, lossless or extended (WebP container specification; RFC 6386 §9.1 for the lossy frame).
    private static func webp(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 30 else { return nil }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8 ":
            guard bytes[23] == 0x9D, bytes[24] == 0x01, bytes[25] == 0x2A else { return nil }
            return (little(bytes, 26) & 0x3FFF, little(bytes, 28) & 0x3FFF)
        case "VP8L":
            guard bytes[20] == 0x2F else { return nil }
            let bits = little(bytes, 21) | little(bytes, 23) << 16
            return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case "VP8X":
            return ((little(bytes, 24) | Int(bytes[26]) << 16) + 1, (little(bytes, 27) | Int(bytes[29]) << 16) + 1)
        default: return nil
        }
    }

    private static func big(_ bytes: [UInt8], _ at: Int) -> Int {
        Int(bytes[at]) << 8 | Int(bytes[at + 1])
    }

    private static func little(_ bytes: [UInt8], _ at: Int) -> Int {
        Int(bytes[at]) | Int(bytes[at + 1]) << 8
    }
}
