import NIOCore
package import Primitives

/// The bytes of a zip archive around the contents of its files (PKWARE APPNOTE 6.3.10). Files are stored uncompressed,
/// their checksums follow them, and Zip64 is used where 32 bits do not suffice. Names and sizes determine every length,
/// so that the archive's length is known beforehand.
package struct ZipLayout: Sendable {
    /// A file in the archive.
    package struct File: Sendable, Equatable {
        /// The path, with `/` between folders.
        package let name: String
        package let size: Int64
        package let modifiedAt: Timestamp

        package init(name: String, size: Int64, modifiedAt: Timestamp) {
            self.name = name
            self.size = size
            self.modifiedAt = modifiedAt
        }

        /// Whether the sizes, both compressed and not, take 8 bytes.
        fileprivate var isLarge: Bool { size >= ZipLayout.limit }
    }

    /// The value that replaces a size or offset that does not fit, and that means "see the Zip64 field".
    private static let limit = Int64(UInt32.max)
    private static let mostFiles = 0xFFFF
    /// Bit 3: sizes and checksum follow the content; bit 11: the name is UTF-8.
    private static let flags: UInt16 = 1 << 3 | 1 << 11
    private static let versions = (plain: UInt16(20), large: UInt16(45))
    /// The system of the permissions: Unix.
    private static let unix: UInt16 = 3 << 8

    private static func timestampField(_ file: File) -> [UInt8] {
        let seconds = Int32(clamping: file.modifiedAt.milliseconds / 1000)
        return Bytes.make { bytes in
            bytes.append(UInt16(0x5455), UInt16(5))
            bytes.append(UInt8(1))
            bytes.append(UInt32(bitPattern: seconds))
        }
    }

    // MARK: Lengths

    /// The length of the whole archive.
    package static func length(of files: [File]) -> Int64 {
        var (offset, directory): (Int64, Int64) = (0, 0)
        for file in files {
            directory += Int64(entry(of: file, checksum: 0, at: offset).count)
            offset += length(of: file)
        }
        return offset + directory + Int64(end(of: files.count, directory: offset..<(offset + directory)).count)
    }

    /// The length of one file with its header and descriptor.
    package static func length(of file: File) -> Int64 {
        Int64(header(of: file).count) + file.size + (file.isLarge ? 24 : 16)
    }

    // MARK: Bytes

    /// The header, before the content.
    package static func header(of file: File) -> [UInt8] {
        Bytes.make { bytes in
            let date = DOSDate(file.modifiedAt)
            let size = file.isLarge ? UInt32.max : 0
            bytes.append(UInt32(0x0403_4B50))
            bytes.append(file.isLarge ? versions.large : versions.plain, flags, 0, date.time, date.day)
            bytes.append(0, size, size)
            bytes.append(UInt16(clamping: file.name.utf8.count), UInt16(9 + (file.isLarge ? 20 : 0)))
            bytes.append(file.name.utf8)
            bytes.append(timestampField(file))
            guard file.isLarge else { return }
            bytes.append(UInt16(1), UInt16(16))
            bytes.append(UInt64(0), UInt64(0))
        }
    }

    /// The descriptor, after the content.
    package static func descriptor(of file: File, checksum: UInt32) -> [UInt8] {
        Bytes.make { bytes in
            bytes.append(UInt32(0x0807_4B50), checksum)
            if file.isLarge {
                bytes.append(UInt64(file.size), UInt64(file.size))
            } else {
                bytes.append(UInt32(file.size), UInt32(file.size))
            }
        }
    }

    /// The file's entry in the central directory.
    ///
    /// - Parameter offset: the offset of the file's header.
    package static func entry(of file: File, checksum: UInt32, at offset: Int64) -> [UInt8] {
        var large: [UInt64] = file.isLarge ? [UInt64(file.size), UInt64(file.size)] : []
        if offset >= limit { large.append(UInt64(offset)) }
        return Bytes.make { bytes in
            let date = DOSDate(file.modifiedAt)
            let version = large.isEmpty ? versions.plain : versions.large
            let size = UInt32(clamping: file.size)
            bytes.append(UInt32(0x0201_4B50))
            bytes.append(unix | version, version, flags, 0, date.time, date.day)
            bytes.append(checksum, size, size)
            bytes.append(
                UInt16(clamping: file.name.utf8.count), UInt16(9 + (large.isEmpty ? 0 : 4 + 8 * large.count)), 0, 0, 0)
            // A regular file that everybody may read and its owner may write.
            bytes.append(UInt32(0o100644) << 16, UInt32(clamping: offset))
            bytes.append(file.name.utf8)
            bytes.append(timestampField(file))
            guard !large.isEmpty else { return }
            bytes.append(UInt16(1), UInt16(8 * large.count))
            for number in large { bytes.append(number) }
        }
    }

    /// The end of the archive, after the central directory.
    package static func end(of count: Int, directory: Range<Int64>) -> [UInt8] {
        let isLarge = count >= mostFiles || directory.upperBound >= limit
        return Bytes.make { bytes in
            if isLarge {
                bytes.append(UInt32(0x0606_4B50))
                bytes.append(UInt64(44))
                bytes.append(unix | versions.large, versions.large)
                bytes.append(UInt32(0), UInt32(0))
                bytes.append(
                    UInt64(count), UInt64(count), UInt64(directory.count), UInt64(directory.lowerBound))
                bytes.append(UInt32(0x0706_4B50), 0)
                bytes.append(UInt64(directory.upperBound))
                bytes.append(UInt32(1))
            }
            let shown = UInt16(clamping: count)
            bytes.append(UInt32(0x0605_4B50))
            bytes.append(UInt16(0), 0, shown, shown)
            bytes.append(UInt32(clamping: directory.count), UInt32(clamping: directory.lowerBound))
            bytes.append(UInt16(0))
        }
    }
}

/// Numbers in little endian, one after another.
private struct Bytes {
    private var bytes: [UInt8] = []

    static func make(_ write: (inout Bytes) -> Void) -> [UInt8] {
        var made = Bytes()
        made.bytes.reserveCapacity(128)
        write(&made)
        return made.bytes
    }

    mutating func append<Number: FixedWidthInteger & UnsignedInteger>(_ numbers: Number...) {
        for number in numbers { withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) } }
    }

    mutating func append(_ more: some Sequence<UInt8>) {
        bytes.append(contentsOf: more)
    }
}

/// The date and time of MS-DOS, to two seconds, from 1980 to 2107, here in UTC.
private struct DOSDate {
    let time: UInt16
    let day: UInt16

    init(_ instant: Timestamp) {
        let earliest: Int64 = 315_532_800
        let latest: Int64 = 4_354_819_198
        let seconds = min(max(instant.milliseconds / 1000, earliest), latest)
        let (year, month, date) = LocalDay(number: Int(seconds / 86400)).civil
        let rest = seconds % 86400
        time = UInt16(rest / 3600) << 11 | UInt16(rest / 60 % 60) << 5 | UInt16(rest % 60 / 2)
        day = UInt16(year - 1980) << 9 | UInt16(month) << 5 | UInt16(date)
    }
}
