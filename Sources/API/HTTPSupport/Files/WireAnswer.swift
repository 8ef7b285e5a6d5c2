import HTTPTypes
package import NIOCore
package import Primitives
import Synchronization

/// A response in the bytes of HTTP/1.1.
package struct WireAnswer {
    package let status: Int
    /// The head and the body.
    package let bytes: ByteBuffer
    /// The number of bytes that are the body.
    package let body: Int

    /// Writes a head (RFC 9112 §4).
    ///
    /// - Parameter end: the last lines of the head.
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

/// The lines that end every head: the date, the security fields, none of which is among the head's own, and the empty
/// line. They are made once a second.
package final class CommonFields: Sendable {
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
