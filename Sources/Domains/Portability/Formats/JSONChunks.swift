import Primitives

/// Splits JSON text into its outermost objects as it arrives: objects of an array, of nested arrays, or one on each
/// line. An object with a history in `scrobbles`, as lastfmstats.com writes it, is as long as that: the objects of the
/// history stand in its place.
struct JSONChunks {
    static let longest = 8 << 20

    private var object: [UInt8] = []
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var isInHistory = false
    /// Whether the open object goes on after its history, of which nothing is kept.
    private var isRest = false

    /// The objects that `bytes` complete. Throws `invalid` for text that is not JSON of this kind.
    mutating func feed(_ bytes: some Sequence<UInt8>) throws(DomainError) -> [[UInt8]] {
        var objects: [[UInt8]] = []
        for byte in bytes {
            guard depth > 0 else {
                switch byte {
                case UInt8(ascii: "{"):
                    depth = 1
                    object = [byte]
                case UInt8(ascii: "]") where isInHistory:
                    (isInHistory, isRest) = (false, true)
                    depth = 1
                    object = []
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
            case UInt8(ascii: "[") where opensHistory:
                isInHistory = true
                depth = 0
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 {
                    if !isRest { objects.append(object) }
                    (object, isRest) = ([], false)
                }
            default: break
            }
        }
        return objects
    }

    private var opensHistory: Bool {
        guard depth == 1, !isRest else { return false }
        let spaces: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d, UInt8(ascii: ":"), UInt8(ascii: "[")]
        let key = object.reversed().drop { spaces.contains($0) }
        return key.starts(with: "\"scrobbles\"".utf8.reversed())
    }

    /// Throws `invalid` when the last object is incomplete.
    func end() throws(DomainError) {
        guard depth == 0, !isInHistory else { throw .unreadableImport }
    }
}

extension DomainError {
    static let unreadableImport = DomainError(
        .invalid, "This file cannot be read. Choose an export of Rondo or of a service that the page names",
        reason: "import_unreadable")

    static func importTooLarge(_ message: String) -> DomainError {
        DomainError(.tooLarge, message, reason: "import_too_large")
    }
}
