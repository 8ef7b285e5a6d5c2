import Catalog
import Crypto

/// Tells a moved or renamed file again: the first 16 bytes of the SHA-256 over
///
/// - the size of the file, eight bytes, little-endian;
/// - 16 KiB each from the start, from a third, from two thirds and from the end of it, or all of a file up to 64 KiB.
///
/// It is no proof of equal content, and changes when tags are edited.
enum FileSignature {
    private static let sample = 16 * 1024

    static func of(_ file: borrowing OpenMediaFile) throws(FileProblem) -> [UInt8] {
        var hash = SHA256()
        let size = file.size
        withUnsafeBytes(of: size.littleEndian) { hash.update(bufferPointer: $0) }
        if size <= 4 * sample {
            hash.update(data: try file.read(at: 0, count: Int(size)))
        } else {
            for offset in [0, size / 3, size / 3 * 2, size - Int64(sample)] {
                hash.update(data: try file.read(at: offset, count: sample))
            }
        }
        return Array(hash.finalize().prefix(16))
    }
}
