import HTTPTypes
import Hummingbird
import NIOCore
import Primitives
import Submissions
import Support
import Testing

@testable import HTTPSupport
@testable import NativeAPI

/// Request header fields, and addresses that users paste.
@Suite("Generated fields") struct FieldInputTests {
    @Test("parsed ranges lie within the file, are not empty, and are few") func ranges() throws {
        let input = GeneratedInput(
            "ranges",
            corpus: ["bytes=0-99", "bytes=-500", "bytes=5-", "bytes= 1-2, 4-5 ,,7-", "Bytes=0-0,-1", "items=0-1"],
            tokens: ["bytes=", "-", ",", "0-", "-0", "5-4", "0-18446744073709551615"], longest: 1200, count: 10_000)
        try input.each { bytes in
            let field = String(decoding: bytes, as: UTF8.self)
            for size: Int64 in [0, 1, 100, .max] {
                guard case .parts(let parts) = ByteRanges(field, size: size) else { continue }
                #expect((1...ByteRanges.maximumParts).contains(parts.count))
                for (index, part) in parts.enumerated() {
                    #expect(!part.isEmpty && part.lowerBound >= 0 && part.upperBound <= size)
                    for other in parts[..<index] { #expect(!other.overlaps(part), "\(field)") }
                }
            }
        }
    }

    @Test("a cookie's value comes from its own field, never from another cookie") func cookies() throws {
        let name = AccessControl.sessionCookie
        let input = GeneratedInput(
            "cookies",
            corpus: ["\(name)=abc; other=1", "a=b;\(name)=\"x\"", " \(name) = y", "x\(name)=no; \(name)x=no"],
            tokens: [name, name + "=", "; ", "=", "\""], longest: 4096, count: 5000)
        try input.each { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            var fields = HTTPFields()
            fields.append(HTTPField(name: .cookie, value: text))
            fields.append(HTTPField(name: .cookie, value: "last=1"))
            guard let value = AccessControl.cookie(name, in: fields) else { return }
            #expect(!value.contains(";"))
            let given = Array((fields[values: .cookie].first ?? "").utf8)
            let pair = Array("\(name)=\(value)".utf8)
            #expect(given.indices.contains { given[$0...].starts(with: pair) }, "\(text)")
            #expect(AccessControl.cookie("last", in: fields) != nil)
        }
    }

    @Test("upload metadata is accepted or refused, and an accepted file name is valid") func metadata() throws {
        let input = GeneratedInput(
            "tus",
            corpus: [
                "filename U29uZy5mbGFj,batch MDE5OGMwZGUtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAw,submit dHJ1ZQ==",
                "name Li4vLi4vZXRjL3Bhc3N3ZA==, wish eA==,empty", "filename Li4=", "filename  U29uZw==",
            ],
            tokens: ["filename ", "name ", "batch ", "submit ", "wish ", ",", " ", "=", "==", "/w==", "AAAA"],
            longest: 9000)
        try input.each { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            var head = HTTPRequest(method: .post, scheme: "https", authority: "localhost", path: "/api/v1/uploads")
            head.headerFields[TusFields.metadata] = text
            head.headerFields[TusFields.length] = text.isEmpty ? "1" : String(text.prefix(20))
            for length in [head.headerFields[TusFields.length], "1"] {
                head.headerFields[TusFields.length] = length
                do {
                    let draft = try TusFields.draft(Request(head: head, body: RequestBody(buffer: ByteBuffer())))
                    #expect(!draft.name.isEmpty && draft.name.utf8.count <= UploadDraft.longestName && draft.length > 0)
                    #expect(!draft.name.contains("/") && !draft.name.contains("\\") && draft.name != "..")
                } catch let error as DomainError {
                    #expect(error.code == .invalid && error.field != nil)
                }
            }
            _ = try? UploadChecksum(text)
        }
    }

    @Test("a link is accepted or refused, survives a second parse, and cannot inject a line break")
    func links() throws {
        let input = GeneratedInput(
            "links",
            corpus: [
                "https://example.org/a/b.flac?x=1#y", "http://[2001:db8::1]:8080/x", "https://user:word@host.test/",
                "http://127.0.0.1:80", "https://bücher.example/ä%20b", "//other.test/x", "../c?d", "http://0x7f.1/",
                "HTTP://A.B./",
            ],
            tokens: [
                "http://", "https://", "@", ":", "[", "]", "::1", "#", "?", "//", "\\", "%2e", "。", "①", "xn--",
                ":65536", ":-1",
                "file:", "javascript:",
            ], longest: 2400)
        let base = try LinkAddress("https://example.org/a/b")
        try input.each { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            for isRelative in [false, true] {
                let link: LinkAddress
                do {
                    link = isRelative ? try base.following(text) : try LinkAddress(text)
                } catch let error as DomainError {
                    #expect(error.code == .invalid)
                    continue
                }
                #expect((1...65_535).contains(link.port) && !link.host.isEmpty && link.target.hasPrefix("/"))
                #expect(link.text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(text)")
                #expect(!link.authority.contains("@"))
                if link.text.utf8.count <= LinkAddress.longest {
                    #expect((try? LinkAddress(link.text)) == link, "\(text)")
                }
                _ = link.lastPart
            }
        }
    }
}
