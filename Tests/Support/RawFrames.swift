/// HTTP/2 frames as bytes, for tests that send what no client library would (RFC 9113 §4.1).
package enum RawFrames {
    package struct Frame: Sendable {
        package let kind: UInt8
        package let flags: UInt8
        package let stream: UInt32
        package let payload: [UInt8]

        /// The error code of RST_STREAM and GOAWAY.
        package var errorCode: UInt8? {
            kind == 3 ? payload.last : kind == 7 && payload.count >= 8 ? payload[7] : nil
        }

        package init(kind: UInt8, flags: UInt8, stream: UInt32, payload: [UInt8]) {
            self.kind = kind
            self.flags = flags
            self.stream = stream
            self.payload = payload
        }
    }

    package static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4)

    package static func frame(
        _ kind: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []
    ) -> [UInt8] {
        let length = payload.count
        return [UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), kind, flags]
            + bytes(stream) + payload
    }

    package static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
    }

    package static func windowUpdate(_ increment: UInt32, stream: UInt32 = 0) -> [UInt8] {
        frame(8, stream: stream, bytes(increment))
    }

    /// A request head with all fields as literals (RFC 7541 §6.2.2).
    package static func head(
        _ method: String, _ path: String, stream: UInt32, endsStream: Bool = true, _ fields: [(String, String)] = []
    ) -> [UInt8] {
        let all = [(":method", method), (":scheme", "https"), (":path", path), (":authority", "localhost")] + fields
        var block: [UInt8] = []
        for (name, value) in all { block += [0] + text(name) + text(value) }
        return frame(1, flags: endsStream ? 5 : 4, stream: stream, block)
    }

    /// The same as HEADERS and CONTINUATION frames of at most 16 KiB. The last frame ends the head.
    package static func continuedHead(_ method: String, _ path: String, stream: UInt32) -> [[UInt8]] {
        let whole = head(method, path, stream: stream).dropFirst(9)
        let starts = stride(from: whole.startIndex, to: whole.endIndex, by: 16_384)
        return starts.map { start in
            let end = min(whole.endIndex, start + 16_384)
            let flags: UInt8 = (start == whole.startIndex ? 1 : 0) | (end == whole.endIndex ? 4 : 0)
            return frame(start == whole.startIndex ? 1 : 9, flags: flags, stream: stream, Array(whole[start..<end]))
        }
    }

    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
        var (prefix, rest): ([UInt8], Int) = ([127], bytes.count - 127)
        while rest >= 128 {
            prefix.append(UInt8(rest & 127 | 128))
            rest >>= 7
        }
        return prefix + [UInt8(rest)] + bytes
    }
}

extension RawConnection {
    /// The next frame, or nil at the end of the connection.
    package func frame() async -> RawFrames.Frame? {
        let header = await read(9)
        guard header.count == 9 else { return nil }
        let length = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
        let payload = length == 0 ? [] : await read(length)
        guard payload.count == length else { return nil }
        let stream = header[5...8].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        return RawFrames.Frame(kind: header[3], flags: header[4], stream: stream, payload: payload)
    }

    /// The next frame of this kind, or nil if the connection ends before.
    package func frame(ofKind kind: UInt8) async -> RawFrames.Frame? {
        while let frame = await frame() {
            if frame.kind == kind { return frame }
        }
        return nil
    }
}
