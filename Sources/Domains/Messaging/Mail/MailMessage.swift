import Foundation
package import Primitives

/// An email as it is transmitted (RFC 5322, 2045 and 2047): plain text in UTF-8, encoded as short lines of ASCII.
package struct MailMessage: Sendable {
    package let bytes: [UInt8]

    /// Throws `invalid` for an address or subject that would inject a header.
    package init(
        from sender: String, named name: String, to recipient: String, subject: String, text: String, id: String,
        at instant: Timestamp
    ) throws(DomainError) {
        for value in [sender, name, recipient, subject, id]
        where value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw .invalid("A header of an email cannot contain control characters", field: "subject")
        }
        for address in [sender, recipient]
        where !address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x3C && $0 != 0x3E }) {
            throw .invalid("No email can be sent to this address", field: "email", reason: "email_invalid")
        }
        let domain = sender.split(separator: "@").last.map(String.init) ?? "localhost"
        var lines = [
            "From: \(Self.encoded(name)) <\(sender)>", "To: <\(recipient)>", "Subject: \(Self.encoded(subject))",
            "Date: \(Self.date(instant))", "Message-ID: <\(id)@\(domain)>", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
            "Auto-Submitted: auto-generated", "",
        ]
        let body = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n") + "\r\n"
        let packed = Array(Data(body.utf8).base64EncodedString().utf8)
        for start in stride(from: 0, to: packed.count, by: 76) {
            lines.append(String(decoding: packed[start..<min(start + 76, packed.count)], as: UTF8.self))
        }
        bytes = Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
    }

    /// The text as encoded words of at most 75 characters, none of which ends within a character (RFC 2047 §2, §5).
    private static func encoded(_ text: String) -> String {
        let isPlain =
            text.utf8.count < 60
            && text.utf8.allSatisfy { byte in
                byte == 0x20 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte)
            }
        if isPlain { return text }
        var (words, part): ([String], String) = ([], "")
        for character in text.unicodeScalars {
            if part.utf8.count + String(character).utf8.count > 42 {
                words.append(part)
                part = ""
            }
            part.unicodeScalars.append(character)
        }
        words.append(part)
        return words.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    /// The date as `Sat, 21 Nov 2026 21:38:00 +0000`.
    private static func date(_ instant: Timestamp) -> String {
        HTTPDate(seconds: instant.milliseconds / 1000).text.replacing("GMT", with: "+0000")
    }
}
