/// The name under which a browser keeps what it downloads (RFC 6266).
package enum AttachmentName {
    /// - Parameters:
    ///   - name: as the file system spells it.
    ///   - ending: in place of its own, where it is another kind of file by now.
    package static func field(_ name: [UInt8], endingIn ending: String? = nil) -> String {
        var name = name
        if let ending {
            name = Array(name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...])
            name += Array(".\(ending)".utf8)
        }
        let encoded = readable(name).utf8.map { byte in
            isPlain(byte) ? String(Unicode.Scalar(byte)) : "%" + String(byte, radix: 16, padded: 2)
        }.joined()
        let plain = name.map { isPlain($0) || $0 == UInt8(ascii: " ") ? String(Unicode.Scalar($0)) : "_" }.joined()
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }

    /// As UTF-8, which is what is promised, and without what would break a line or steer a terminal.
    private static func readable(_ name: [UInt8]) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in String(decoding: name, as: UTF8.self).unicodeScalars {
            scalars.append(scalar.properties.generalCategory == .control ? "_" : scalar)
        }
        return String(scalars)
    }

    /// What RFC 8187 leaves as it is, less the signs that mean something elsewhere.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension String {
    fileprivate init(_ byte: UInt8, radix: Int, padded count: Int) {
        let digits = Swift.String(byte, radix: radix, uppercase: true)
        self = Swift.String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
    }
}
