import Foundation
import Messaging
import NIOCore
import NIOSSL

/// The SMTP dialog of one connection.
struct SMTPSession {
    let settings: SMTPSettings
    let tls: TLSOffer
    let name: String
    let channel: any Channel
    var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    var lines = SMTPLines()
    var extensions: [String] = []

    mutating func deliver(_ message: [UInt8], from sender: String, to recipient: String) async throws {
        // Before the email is offered, an error is about the server and never rejects the email.
        let greeting = try await reply()
        guard greeting.code == 220 else { throw failure(greeting, judgesEmail: false) }
        try await greet()
        if settings.security == .startTLS || settings.security == .ifOffered && extensions.contains("STARTTLS") {
            guard extensions.contains("STARTTLS") else {
                throw MailFailure("The mail server offers no encryption (STARTTLS)")
            }
            try await encrypt()
            try await greet()
        }
        try await signIn()
        try await say("MAIL FROM:<\(sender)>", expecting: 250...250, judgesEmail: true)
        try await say("RCPT TO:<\(recipient)>", expecting: 250...251, judgesEmail: true)
        try await say("DATA", expecting: 354...354, judgesEmail: true)
        try await write(message.escapingDots + Array(".\r\n".utf8))
        let last = try await reply()
        guard last.code == 250 else { throw failure(last, judgesEmail: true) }
        // The server has accepted the email: an error on QUIT changes nothing.
        try? await write(Array("QUIT\r\n".utf8))
    }

    private mutating func greet() async throws {
        try await write(Array("EHLO \(name)\r\n".utf8))
        let hello = try await reply()
        if hello.code == 250 {
            extensions = hello.lines.dropFirst().map { $0.uppercased() }
            return
        }
        try await say("HELO \(name)", expecting: 250...250)
        extensions = []
    }

    /// Starts TLS. Bytes that arrived unasked before it may come from an attacker and are discarded.
    private mutating func encrypt() async throws {
        try await say("STARTTLS", expecting: 220...220)
        guard lines.isEmpty else { throw MailFailure("The mail server speaks before its turn") }
        let (channel, tls) = (channel, tls)
        do {
            try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.addHandler(tls.handler(), position: .first)
            }.get()
        } catch {
            throw MailFailure("TLS with the mail server cannot begin: \(error)")
        }
    }

    private mutating func signIn() async throws {
        guard let user = settings.user, let password = settings.password else { return }
        let ways =
            extensions.first { $0.hasPrefix("AUTH ") || $0.hasPrefix("AUTH=") }?.split(whereSeparator: {
                " =".contains($0)
            })
            .dropFirst().map(String.init) ?? []
        if ways.contains("PLAIN") {
            let secret = Data("\u{0}\(user)\u{0}\(password)".utf8).base64EncodedString()
            try await say("AUTH PLAIN \(secret)", expecting: 235...235)
        } else if ways.contains("LOGIN") {
            try await say("AUTH LOGIN", expecting: 334...334)
            try await say(Data(user.utf8).base64EncodedString(), expecting: 334...334)
            try await say(Data(password.utf8).base64EncodedString(), expecting: 235...235)
        } else {
            throw MailFailure("The mail server offers no supported way to sign in (PLAIN, LOGIN)")
        }
    }

    private mutating func say(
        _ line: String, expecting codes: ClosedRange<Int>, judgesEmail: Bool = false
    ) async throws {
        try await write(Array((line + "\r\n").utf8))
        let reply = try await reply()
        guard codes.contains(reply.code) else { throw failure(reply, judgesEmail: judgesEmail) }
    }

    private func failure(_ reply: SMTPReply, judgesEmail: Bool) -> MailFailure {
        MailFailure(isPermanent: judgesEmail && reply.code >= 500, "The mail server said: \(reply.text)")
    }

    private func write(_ bytes: [UInt8]) async throws {
        try await outbound.write(ByteBuffer(bytes: bytes))
    }

    private mutating func reply() async throws -> SMTPReply {
        while true {
            if let reply = try lines.next() { return reply }
            guard let bytes = try await inbound.next() else { throw MailFailure("The mail server hung up") }
            lines.append(bytes)
        }
    }
}

extension [UInt8] {
    /// Doubles the dot of a line that begins with one (RFC 5321 §4.5.2).
    fileprivate var escapingDots: [UInt8] {
        var (escaped, isAtStart): ([UInt8], Bool) = ([], true)
        escaped.reserveCapacity(count)
        for byte in self {
            if isAtStart, byte == UInt8(ascii: ".") { escaped.append(byte) }
            escaped.append(byte)
            isAtStart = byte == 0x0A
        }
        return escaped
    }
}

/// A server's reply: a code and lines of text (RFC 5321 §4.2).
struct SMTPReply: Sendable, Equatable {
    let code: Int
    let lines: [String]

    /// The reply as printable text of limited length, as it is stored and shown.
    var text: String {
        let text = lines.joined(separator: " ").unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
        return "\(code) " + String(String.UnicodeScalarView(text)).prefix(200)
    }
}

/// Splits a server's bytes into replies, within bounds: a server that talks without end is disconnected.
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

    /// Whether no unrequested bytes have arrived.
    var isEmpty: Bool { buffer.readableBytes == 0 && lines.isEmpty }

    /// The next whole reply; nil when more bytes are needed. Throws `MailFailure` for a malformed reply.
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
