import Accounts
import Foundation
import NIOCore
import Primitives
import Testing

@testable import Messaging
@testable import NetworkClients

@Suite("Emails") struct MailTests {
    private static let now = Timestamp(milliseconds: 1_795_298_260_435)

    private func message(subject: String = "Mail works", text: String = "hello") throws -> [String] {
        let message = try MailMessage(
            from: "rondo@music.example", named: "Rondo", to: "ada@example.org", subject: subject, text: text,
            id: "1234", at: Self.now)
        return String(decoding: message.bytes, as: UTF8.self).components(separatedBy: "\r\n")
    }

    @Test("a message is ASCII with short lines; other text is encoded in words and base64") func message() throws {
        let subject = "Życzenie się spełniło: Zażółć gęślą jaźń, 夜想曲 \u{1F3B5} i jeszcze trochę dłuższy tytuł"
        let text = "Cześć,\n\n.\nFrom zażółć\n" + String(repeating: "ą", count: 5000)
        let lines = try message(subject: subject, text: text)
        #expect(lines.allSatisfy { $0.utf8.count <= 78 && $0.utf8.allSatisfy { $0 < 0x80 } })
        #expect(lines.contains("Date: Sat, 21 Nov 2026 21:57:40 +0000"))
        #expect(lines.contains("Message-ID: <1234@music.example>"))
        let blank = try #require(lines.firstIndex(of: ""))
        let body = try #require(Data(base64Encoded: lines[(blank + 1)...].joined()))
        #expect(String(decoding: body, as: UTF8.self) == text.replacingOccurrences(of: "\n", with: "\r\n") + "\r\n")
        let start = try #require(lines.firstIndex { $0.hasPrefix("Subject: ") })
        let words =
            [String(lines[start].dropFirst(9))]
            + lines[(start + 1)...].prefix { $0.hasPrefix(" ") }.map {
                String($0.dropFirst())
            }
        let decoded = words.compactMap { Data(base64Encoded: String($0.dropFirst(10).dropLast(2))) }
            .map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(decoded == subject)
    }

    @Test("no text can add a header", arguments: ["a\r\nBcc: x@y.z", "a\nb", "a\u{0}b", "\u{7F}"])
    func injection(subject: String) throws {
        #expect(throws: DomainError.self) { try message(subject: subject) }
        #expect(throws: DomainError.self) {
            try MailMessage(
                from: "rondo@x.y", named: "Rondo", to: subject, subject: "s", text: "t", id: "1", at: Self.now)
        }
    }

    @Test("a user's name is put into an email once, as text") func text() {
        let email = EmailText(
            .passwordReset, in: .polish, ["name": "{link}\nEvil", "username": "ada"], link: "https://r/welcome#T",
            site: "https://r")
        #expect(email.subject == "Wybierz nowe hasło")
        #expect(email.text.hasPrefix("Cześć {link}Evil,"))
        #expect(email.text.components(separatedBy: "https://r/welcome#T").count == 2)
        for kind in EmailKind.allCases {
            for locale in AccountLocale.allCases {
                let email = EmailText(kind, in: locale, ["name": "A", "title": "T"], link: nil, site: "s")
                #expect(!email.subject.isEmpty && !email.text.contains("{"))
            }
        }
    }

    @Test("an email is retried at growing intervals, and given up after days or a permanent refusal") func retries() {
        var email = Email(
            id: ID("1"), user: nil, recipient: "a@b.c", kind: .test, locale: .english, topic: "t", createdAt: Self.now)
        var (instant, pauses): (Timestamp, [Duration]) = (Self.now, [])
        while email.state == .waiting, pauses.count < 100 {
            email.fail(MailFailure("busy"), at: instant)
            guard email.state == .waiting else { break }
            pauses.append(email.nextAt.since(instant))
            instant = email.nextAt
        }
        #expect(pauses == pauses.sorted() && pauses.first == .seconds(60))
        #expect(email.state == .failed && instant.since(Self.now) >= .seconds(4 * 86_400))
        var refused = Email(
            id: ID("2"), user: nil, recipient: "a@b.c", kind: .test, locale: .english, topic: "u", createdAt: Self.now)
        refused.fail(MailFailure(isPermanent: true, "no such user"), at: Self.now)
        #expect(refused.state == .failed)
    }

    @Test("replies are parsed in any chunks, and invalid ones are refused") func replies() throws {
        let text = "250-mail.example\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN\r\n220 ready\r\n"
        for size in 1...text.utf8.count {
            var (lines, replies): (SMTPLines, [SMTPReply]) = (SMTPLines(), [])
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                lines.append(ByteBuffer(bytes: bytes[start..<min(start + size, bytes.count)]))
                while let reply = try lines.next() { replies.append(reply) }
            }
            #expect(replies.map(\.code) == [250, 220] && replies[0].lines.last == "AUTH PLAIN LOGIN")
        }
        for wrong in ["hello\r\n", "99 x\r\n", "700 x\r\n", "250-a\r\n251 b\r\n", "250+\r\n", "\r\n"] {
            var lines = SMTPLines()
            lines.append(ByteBuffer(string: wrong))
            #expect(throws: MailFailure.self, "\(wrong)") { while try lines.next() != nil {} }
        }
        var endless = SMTPLines()
        endless.append(ByteBuffer(bytes: [UInt8](repeating: 0x32, count: 5000)))
        #expect(throws: MailFailure.self) { try endless.next() }
    }

    @Test("only this machine is contacted without encryption") func settings() throws {
        func security(_ url: String) throws -> SMTPSettings.Security {
            try SMTPSettings(url: url, user: nil, password: nil).security
        }
        #expect(try security("smtps://mail.example") == .implicit)
        #expect(try security("smtp://mail.example:25") == .startTLS)
        #expect(try security("smtp://127.0.0.1:2525") == .ifOffered)
        #expect(try security("smtp://localhost") == .ifOffered)
        #expect(try SMTPSettings(url: "smtps://[::1]", user: nil, password: nil).port == 465)
        for wrong in ["mail.example", "http://mail.example", "smtp://", "smtp://u:p@h", "smtp://h/path", "smtp://h:0"] {
            #expect(throws: DomainError.self, "\(wrong)") { try security(wrong) }
        }
        #expect(throws: DomainError.self) { try SMTPSettings(url: "smtp://h", user: "u", password: nil) }
    }
}
