import Primitives
import Testing

@testable import Submissions

@Suite("Links typed by users") struct LinkAddressTests {
    @Test(
        "an invalid link is refused",
        arguments: [
            "", "song.mp3", "file:///etc/passwd", "gopher://example.org/", "ftp://example.org/a.mp3",
            "javascript:alert(1)",
            "data:audio/mpeg;base64,AA==", "http://", "http:///a", "http:example.org", "https://user@example.org/",
            "https://user:word@example.org/", "https://@example.org/", "http://127.0.0.1\\@example.org/",
            "http://example.org\\.evil.net/", "http://exa mple.org/", "http://example.org/\r\nX: y",
            "http://example.org/\u{0}",
            "http://example.org:0/", "http://example.org:65536/", "http://example.org:-1/", "http://example.org:8o/",
            "http://[::1/", "http://[::1]x/", "http://[fe80::1%25eth0]/", "http://[v1.a]/", "http://%31%32%37.0.0.1/",
            "http://a..b/", "http://.a/", "http://exam!ple/", "http://\(String(repeating: "a", count: 64)).org/",
            "http://example.org/" + String(repeating: "a", count: 2048), "//example.org/a",
            "http://h/" + String(repeating: "ж", count: 900) + ".mp3",
        ])
    func refused(text: String) {
        #expect(throws: DomainError.self) { try LinkAddress(text) }
    }

    @Test("a valid link is normalized")
    func forms() throws {
        for (text, form) in [
            ("  https://Example.ORG/a.mp3 ", "https://example.org/a.mp3"),
            ("HTTP://example.org", "http://example.org/"),
            ("https://example.org:443/a?b=c#d", "https://example.org/a?b=c"),
            ("http://example.org.:8080/", "http://example.org:8080/"),
            ("https://example.org?x=1", "https://example.org/?x=1"),
            ("http://[::FFFF:1.2.3.4]/", "http://1.2.3.4/"), ("http://[2001:DB8:0::1]:81/", "http://[2001:db8::1]:81/"),
            ("https://bücher.example/ü.mp3", "https://xn--bcher-kva.example/%C3%BC.mp3"),
        ] {
            #expect(try LinkAddress(text).text == form)
            #expect(try LinkAddress(form).text == form)
        }
        let longest = "http://h/" + String(repeating: "ж", count: 339)
        #expect(try LinkAddress(LinkAddress(longest).text) == LinkAddress(longest))
        let base = try LinkAddress("https://example.org/a/b.mp3?x")
        for (location, form) in [
            ("c.mp3", "https://example.org/a/c.mp3"), ("/c.mp3", "https://example.org/c.mp3"),
            ("//other.example/c", "https://other.example/c"), ("http://127.0.0.1/", "http://127.0.0.1/"),
            ("?y", "https://example.org/a/b.mp3?y"),
        ] {
            #expect(try base.following(location).text == form)
        }
        #expect(try LinkAddress("http://example.org/a/One%20two.mp3?x=/y").lastPart == "One two.mp3")
    }

    @Test("the file's name comes from its server or the link, and is cleaned")
    func names() throws {
        let address = try LinkAddress("http://example.org/a/From%20link.mp3")
        func name(_ field: String?) -> String {
            LinkContent.name(
                LinkReply(status: 200, fields: field.map { [("Content-Disposition", $0)] } ?? []), at: address)
        }
        #expect(name(nil) == "From link.mp3")
        #expect(name("inline") == "From link.mp3")
        #expect(name(#"attachment; filename="A \"b\"; c.mp3""#) == #"A "b"; c.mp3"#)
        #expect(name("attachment; filename=plain.flac") == "plain.flac")
        #expect(name("attachment; filename=\"e.mp3\"; filename*=UTF-8''%C3%BC%20x.mp3") == "ü x.mp3")
        #expect(name("attachment; filename*=latin1''%FC.mp3; filename=fallback.mp3") == "fallback.mp3")
        #expect(name("attachment; filename=\"../../etc/passwd\"") == "passwd")
        #expect(name("attachment; filename=\"\"") == "From link.mp3")
        #expect(name("attachment; filename=\"..\"") == "From link.mp3")
        #expect(name("attachment; filename*=UTF-8''a%E2%80%AE3pm.mp3") == "a3pm.mp3")
        #expect(name("attachment; filename=\"\(String(repeating: "x", count: 400)).mp3\"").hasSuffix("x.mp3"))
        let root = try LinkAddress("http://example.org/")
        #expect(LinkContent.name(LinkReply(status: 200, fields: []), at: root) == "example.org")
    }
}
