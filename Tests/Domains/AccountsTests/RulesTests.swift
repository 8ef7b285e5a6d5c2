import Accounts
import Primitives
import Testing

@Suite struct RulesTests {
    @Test(
        "a name of visible characters is accepted",
        arguments: ["ada", "Żaneta Ł", "李雷", "o'neil", "%", "a", "名前🎵", String(repeating: "x", count: 64)])
    func goodNames(name: String) throws {
        #expect(try Username(name).text == name)
    }

    @Test(
        "a name with hidden characters is refused",
        arguments: [
            "", " ", " ada", "ada ", "ada\u{0}", "a\nb", "ada\u{202E}", "a\u{200B}da", "\u{3164}", "\u{FEFF}ada",
            "a\u{7F}", "e\u{E000}", "a\u{FFFD}b", String(repeating: "x", count: 65), "ada\u{00A0}",
            "z" + String(repeating: "\u{0301}", count: 40),
        ])
    func badNames(name: String) {
        #expect(throws: DomainError.self) { try Username(name) }
    }

    @Test("names that differ only by case or width are the same, accents distinguish")
    func nameKeys() throws {
        #expect(try Username("Ada").key == Username("aDA").key)
        #expect(try Username("ａｄａ").key == Username("ada").key)
        #expect(try Username("Z\u{307}aba").key == Username("żABA").key)
        #expect(try Username("żaba").key != Username("zaba").key)
    }

    @Test(
        "a valid address is accepted",
        arguments: ["ada@example.org", "a.b+c@sub.example.org", "zażółć@przykład.pl", "root@localhost"])
    func goodEmails(text: String) throws {
        #expect(try EmailAddress(text).key == text)
    }

    @Test(
        "an invalid address is refused",
        arguments: [
            "", "ada", "@example.org", "ada@", "a@b@c", "a b@example.org", "ada@exa mple.org", ".a@example.org",
            "a..b@example.org", "ada@-example.org", "ada@example..org", "ada@example.org\r\nBcc: x@y.z",
            String(repeating: "a", count: 65) + "@example.org", "<ada@example.org>",
        ])
    func badEmails(text: String) {
        #expect(throws: DomainError.self) { try EmailAddress(text) }
    }

    @Test(
        "a common password is refused",
        arguments: [
            "password1234", "Password2024!", "P@ssw0rd2024", "qwertyuiop12", "aaaaaaaaaaaa", "123456789012",
            "abcdefghijkl", "abcabcabcabc", "iloveyou1234", "letmeinletmein", "passwordpassword", "1q2w3e4r5t6y",
            "sunshine2024!", "zaq12wsxcde3", "Dragon123456", "monkeymonkey1", "rondo1234567", "polska123456",
            "qwerty123456", "contrasena123", "паролпаролпарол", "!@#$%^&*()_+", "0987654321098", "111111222222",
            "leavemealone", "finalfantasy", "needforspeed", "polniypizdec0211", "Gfhjkmgfhjkm",
        ])
    func commonPasswords(password: String) {
        #expect(reason(password) == "password_common")
    }

    @Test(
        "a password that is hard to guess is accepted, whatever its characters",
        arguments: [
            "wobbly lantern fjord", "correct horse battery staple", "kV8!qz2#Lm0w", "tangerineclockhedge",
            "zażółć gęślą jaźń", "雨が降る夜に猫が歩く道へ", "xkjqhzmwbvtr", "this is a secret sentence of mine",
            "🎵🥁🎷🎸🎹🎺🎻📯🎤🪗🪕🎼",
        ])
    func goodPasswords(password: String) {
        #expect(reason(password) == nil)
    }

    @Test("length counts code points between the minimum and 256, bytes up to 1024")
    func lengths() {
        #expect(reason("kV8!qz2#Lm0") == "password_too_short")
        #expect(reason(varied(256)) == nil)
        #expect(reason(varied(257)) == "password_too_long")
        #expect(reason(String(repeating: "\u{1F3B5}a", count: 250)) == "password_too_long")
        #expect(PasswordRules(minimumLength: 1).minimumLength == 8)
    }

    @Test("a refusal by length says what is allowed")
    func lengthMessages() {
        for (password, message) in [
            ("kV8!qz2#Lm0", "Choose a password of at least 12 characters"),
            (varied(257), "Choose a password of at most 256 characters"),
        ] {
            let refusal = #expect(throws: DomainError.self) {
                try PasswordRules().checked(password, username: "nobody")
            }
            #expect(refusal?.message == message)
        }
    }

    @Test("a password must not contain the user name")
    func containsUsername() {
        #expect(reason("xx-Margaret-9-kq", username: "margaret") == "password_contains_username")
        #expect(reason("ada ada ada 12", username: "ada") == "password_common")
        #expect(reason("lovelace1815", displayName: "Ada Lovelace") == "password_common")
    }

    @Test("a password in decomposed Unicode equals the composed one")
    func normalization() throws {
        let composed = try PasswordRules().checked("ż\u{F3}łty parasol nad", username: "ada")
        let decomposed = try PasswordRules().checked("z\u{307}o\u{301}łty parasol nad", username: "ada")
        #expect(Array(composed.utf8) == Array(decomposed.utf8))
    }

    @Test("a client gets a name that its owner recognizes")
    func clientNames() {
        let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
        let edge = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0"
        #expect(ClientName.describe(userAgent: firefox) == "Firefox on Linux")
        #expect(ClientName.describe(userAgent: edge) == "Edge on Windows")
        #expect(ClientName.describe(userAgent: "curl/8.5.0") == "curl")
        #expect(ClientName.describe(userAgent: nil) == "Unknown client")
        #expect(ClientName.describe(userAgent: "\u{1}\u{202E}") == "Unknown client")
    }

    private func reason(_ password: String, username: String = "someone", displayName: String? = nil) -> String? {
        do throws(DomainError) {
            _ = try PasswordRules().checked(password, username: username, displayName: displayName)
            return nil
        } catch {
            return error.reason
        }
    }

    private func varied(_ count: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        return String((0..<count).map { letters[($0 * 7 + $0 / 26) % 26] })
    }
}
