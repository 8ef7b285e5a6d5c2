import Messaging
import NIOCore

/// Cuts what a server sends into replies, within bounds: a server that talks without end is hung up on.
struct SMTPLines {
    private static let longestLine = 4096
    private static let mostLines = 200

    private var buffer = ByteBuffer()
    private var lines: [String] = []
    private var code: Int?

    mutating func append(_ bytes: ByteBuffer) {
        var bytes = bytes
        buffer.writeBuffer(&bytes)
    }

    /// Whether something has come that nobody has asked for yet.
    var isEmpty: Bool { buffer.readableBytes == 0 && lines.isEmpty }

    /// The next whole reply; nil when more must come. Throws `MailFailure` for what is none.
    mutating func next() throws(MailFailure) -> SMTPReply? {
        while let end = buffer.readableBytesView.firstIndex(of: 0x0A) {
            let length = end - buffer.readerIndex
            guard length < Self.longestLine, lines.count < Self.mostLines,
                let bytes = buffer.readBytes(length: length + 1)
            else { throw MailFailure("The server's answer is too long") }
            let line = bytes.dropLast().last == 0x0D ? bytes.dropLast(2) : bytes.dropLast(1)
            guard line.count >= 3, let number = Int(String(decoding: line.prefix(3), as: UTF8.self)),
                (200..<600).contains(number), code == nil || code == number
            else { throw MailFailure("The server does not speak SMTP") }
            code = number
            let rest = line.dropFirst(3)
            guard rest.isEmpty || rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "-") else {
                throw MailFailure("The server does not speak SMTP")
            }
            lines.append(String(decoding: rest.dropFirst(), as: UTF8.self))
            if rest.first != UInt8(ascii: "-") {
                defer { (lines, code) = ([], nil) }
                return SMTPReply(code: number, lines: lines)
            }
        }
        guard buffer.readableBytes < Self.longestLine else { throw MailFailure("The server's answer is too long") }
        return nil
    }
}
