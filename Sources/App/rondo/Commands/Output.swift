import Glibc
import HTTPSupport
import NIOCore

/// What commands print: a JSON value a line with `--json`, otherwise lines for people.
enum Output {
    static func json(_ members: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        writer.object(members)
        line(String(buffer: writer.buffer))
    }

    /// Unbuffered, so that a script that waits for a line gets it.
    static func line(_ text: String) {
        let line = ByteBuffer(string: text + "\n")
        line.withUnsafeReadableBytes { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}
