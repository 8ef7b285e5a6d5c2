import HTTPTypes
package import NIOCore
package import Primitives
import Synchronization

/// An answer as HTTP/1.1 sends it.
package struct WireAnswer {
    package let status: Int
    /// Head and body.
    package let bytes: ByteBuffer
    /// So many of the bytes are the body.
    package let body: Int

    /// RFC 9112 §4.
    ///
    /// - Parameter end: its last lines.
    static func write(_ head: HTTPResponse, _ end: String, to buffer: inout ByteBuffer) {
        buffer.writeString("HTTP/1.1 \(head.status.code) \(head.status.reasonPhrase)\r\n")
        for field in head.headerFields {
            buffer.writeString(field.name.rawName)
            buffer.writeStaticString(": ")
            buffer.writeString(field.value)
            buffer.writeStaticString("\r\n")
        }
        buffer.writeString(end)
    }
}

/// The lines that every head ends with: the date, the protecting fields, none of which is among the head's own, and the empty one. They are
/// made once a second.
package final class HeadEnd: Sendable {
    private static let protection =
        SecurityFields.all.map { "\($0.name.rawName): \($0.value)\r\n" }.joined() + "\r\n"

    private let clock: any WallClock
    private let made = Mutex((second: Int64.min, lines: ""))

    package init(clock: any WallClock = SystemWallClock()) {
        self.clock = clock
    }

    var lines: String {
        let second = clock.now().milliseconds / 1000
        return made.withLock { made in
            if made.second != second {
                made = (second, "Date: \(HTTPDate(seconds: second).text)\r\n" + Self.protection)
            }
            return made.lines
        }
    }
}
