import Synchronization

/// The beginning of what an encoder says about a file. Tags may be quoted in it, so only printable characters are kept.
final class EncoderComplaint: Sendable {
    private static let limit = 500
    private let kept = Mutex<[UInt8]>([])

    func add(_ bytes: UnsafeRawBufferPointer) {
        kept.withLock { kept in
            for byte in bytes.prefix(Self.limit - kept.count) {
                kept.append((0x20..<0x7F).contains(byte) ? byte : 0x20)
            }
        }
    }

    var text: String { kept.withLock { String(decoding: $0, as: UTF8.self) } }
}
