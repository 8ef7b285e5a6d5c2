import Foundation

/// Pictures for bodies and folders.
enum Pictures {
    /// A PNG of one color: stored, not compressed.
    static func png(side: Int) -> [UInt8] {
        var pixels: [UInt8] = []
        for _ in 0..<side {
            pixels.append(0)
            for _ in 0..<side { pixels += [200, 30, UInt8(truncatingIfNeeded: side)] as [UInt8] }
        }
        let length = UInt16(pixels.count)
        var zlib: [UInt8] = [0x78, 0x01, 0x01]
        zlib += [UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)]
        zlib += pixels + big(adler(pixels))
        let header = big(UInt32(side)) + big(UInt32(side)) + [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", zlib)
            + chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        return big(UInt32(content.count)) + named + big(crc(named))
    }

    private static func big(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// RFC 1950.
    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    /// PNG (ISO/IEC 15948), annex D.
    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc = ~UInt32(0)
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 {
                let shifted = crc >> 1
                crc = crc & 1 == 1 ? shifted ^ 0xEDB8_8320 : shifted
            }
        }
        return ~crc
    }
}
