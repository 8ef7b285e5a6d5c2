/// Finds the frames in a stream of HTTP/2 bytes by nothing but their headers of nine bytes (RFC 9113 §4.1), however the bytes are split.
struct HTTP2FrameWalk {
    struct Frame: Equatable {
        let kind: UInt8
        let flags: UInt8
        let length: Int
        let stream: UInt32
    }

    /// What a client sends before its first frame (RFC 9113 §3.4).
    static let prefaceLength = 24
    private static let headerLength = 9

    /// Bytes that come before the next header: of a payload or the preface.
    private var skipped: Int
    /// The bytes of a header that is not complete yet, the latest in the lowest bits. Nine bytes and no more are shifted in.
    private var header: UInt128 = 0
    private var headerBytes = 0
    /// Where the last call of `advance` ended among its bytes: after a header where `found` was false.
    private(set) var offset = 0

    init(skipping skipped: Int = 0) {
        self.skipped = skipped
    }

    /// Whether the last byte was the last one of a frame.
    var isBetweenFrames: Bool { skipped == 0 && headerBytes == 0 }

    /// Calls `found` for each frame whose header is complete, until it returns false. False then.
    mutating func advance(over bytes: UnsafeRawBufferPointer, _ found: (Frame) -> Bool) -> Bool {
        var index = 0
        defer { offset = index }
        while index < bytes.count {
            if skipped > 0 {
                let step = min(skipped, bytes.count - index)
                skipped -= step
                index += step
                continue
            }
            header = header << 8 | UInt128(bytes[index])
            headerBytes += 1
            index += 1
            guard headerBytes == Self.headerLength else { continue }
            let frame = Frame(
                kind: UInt8(truncatingIfNeeded: header >> 40), flags: UInt8(truncatingIfNeeded: header >> 32),
                length: Int(header >> 48), stream: UInt32(truncatingIfNeeded: header) & 0x7FFF_FFFF)
            header = 0
            headerBytes = 0
            skipped = frame.length
            guard found(frame) else { return false }
        }
        return true
    }
}
