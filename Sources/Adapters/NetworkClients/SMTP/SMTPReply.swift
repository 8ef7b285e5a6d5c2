/// What a server says: a code and lines of text (RFC 5321 §4.2).
struct SMTPReply: Sendable, Equatable {
    let code: Int
    let lines: [String]

    /// Printable, and not overlong: it is kept and shown.
    var text: String {
        let text = lines.joined(separator: " ").unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
        return "\(code) " + String(String.UnicodeScalarView(text)).prefix(200)
    }
}
