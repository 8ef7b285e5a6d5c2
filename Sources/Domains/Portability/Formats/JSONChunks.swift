import Primitives

/// Cuts a text of JSON into its outermost objects while it comes: those of an array, of arrays in an array, or one on each line.
struct JSONChunks {
    static let longest = 8 << 20

    private var piece: [UInt8] = []
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// The objects that `bytes` complete. Throws `invalid` for what is no JSON of this kind.
    mutating func feed(_ bytes: some Sequence<UInt8>) throws(DomainError) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        for byte in bytes {
            guard depth > 0 else {
                switch byte {
                case UInt8(ascii: "{"):
                    depth = 1
                    piece = [byte]
                case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","), 0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf:
                    break
                default: throw .unreadableImport
                }
                continue
            }
            guard piece.count < Self.longest else { throw .unreadableImport }
            piece.append(byte)
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
                    pieces.append(piece)
                    piece = []
                }
            default: break
            }
        }
        return pieces
    }

    /// Throws `invalid` when an object has not ended.
    func end() throws(DomainError) {
        guard depth == 0 else { throw .unreadableImport }
    }
}

extension DomainError {
    static let unreadableImport = DomainError(
        .invalid, "This is none of the files that can be read: an export of Rondo, ListenBrainz or Last.fm",
        reason: "import_unreadable")
}
