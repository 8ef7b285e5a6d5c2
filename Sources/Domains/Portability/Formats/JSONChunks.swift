import Primitives

/// Splits JSON text into its outermost objects as it arrives: objects of an array, of nested arrays, or one on each
/// line.
struct JSONChunks {
    static let longest = 8 << 20

    private var object: [UInt8] = []
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// The objects that `bytes` complete. Throws `invalid` for text that is not JSON of this kind.
    mutating func feed(_ bytes: some Sequence<UInt8>) throws(DomainError) -> [[UInt8]] {
        var objects: [[UInt8]] = []
        for byte in bytes {
            guard depth > 0 else {
                switch byte {
                case UInt8(ascii: "{"):
                    depth = 1
                    object = [byte]
                case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","), 0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf:
                    break
                default: throw .unreadableImport
                }
                continue
            }
            guard object.count < Self.longest else { throw .unreadableImport }
            object.append(byte)
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 {
                    objects.append(object)
                    object = []
                }
            default: break
            }
        }
        return objects
    }

    /// Throws `invalid` when the last object is incomplete.
    func end() throws(DomainError) {
        guard depth == 0 else { throw .unreadableImport }
    }
}

extension DomainError {
    static let unreadableImport = DomainError(
        .invalid, "This file cannot be read. Choose an export of Rondo or of a service that the page names",
        reason: "import_unreadable")
}
