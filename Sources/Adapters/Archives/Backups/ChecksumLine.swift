import Crypto
import Glibc

/// A line as `sha256sum` writes and checks it: 64 hexadecimal digits, two spaces, the name. A name with a line break or backslash in it is
/// escaped, and the line begins with a backslash.
enum ChecksumLine {
    private static let digits = Array("0123456789abcdef".utf8)

    static func make(_ digest: SHA256.Digest, _ name: [UInt8]) -> [UInt8] {
        let special: [UInt8] = [0x0A, 0x0D, 0x5C]
        var line: [UInt8] = []
        line.reserveCapacity(name.count + 70)
        let isEscaped = name.contains { special.contains($0) }
        if isEscaped { line.append(0x5C) }
        for byte in digest {
            line.append(digits[Int(byte >> 4)])
            line.append(digits[Int(byte & 15)])
        }
        line += [0x20, 0x20]
        for byte in name {
            switch byte {
            case 0x0A: line += Array("\\n".utf8)
            case 0x0D: line += Array("\\r".utf8)
            case 0x5C: line += Array("\\\\".utf8)
            default: line.append(byte)
            }
        }
        line.append(0x0A)
        return line
    }
}
