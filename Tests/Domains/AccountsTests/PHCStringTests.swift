import Accounts
import Support
import Testing

@Suite struct PHCStringTests {
    private let example = PHCString(
        parameters: .standard, keyID: "0123abcd", salt: Array(0..<16), hash: Array(100..<132))

    @Test("a printed string is read back unchanged")
    func roundTrip() {
        for length in 8...64 {
            let value = PHCString(
                parameters: PasswordHashParameters(memoryKiB: 64 + length, iterations: 3, parallelism: 2),
                keyID: length % 2 == 0 ? nil : "k\(length)", salt: Array(repeating: 0xFB, count: length),
                hash: Array(repeating: UInt8(length), count: max(16, length)))
            #expect(PHCString(value.text) == value)
        }
        #expect(example.text.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1,keyid=0123abcd$AAECAwQFBgcICQoLDA0ODw$"))
    }

    @Test(
        "any other form is refused",
        arguments: [
            "", "$", "$$$$$", "$argon2id$", "$argon2i$v=19$m=64,t=1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
            "$argon2id$v=16$m=64,t=1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
            "$argon2id$v=19$m=064,t=1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
            "$argon2id$v=19$m=99999999999999999999,t=1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
            "$argon2id$v=19$m=9999999,t=1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
            "$argon2id$v=19$m=64,t=0,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
            "$argon2id$v=19$m=64,t=-1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
            "$argon2id$v=19$m=8,t=1,p=8$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
            "$argon2id$v=19$t=1,m=64,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
            "$argon2id$v=19$m=64,t=1,p=1,keyid=$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
            "$argon2id$v=19$m=64,t=1,p=1,x=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
            "$argon2id$v=19$m=64,t=1,p=1$AAECAwQFBgc=$AAECAwQFBgcICQoLDA0ODw",
            "$argon2id$v=19$m=64,t=1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0OD-",
            "$argon2id$v=19$m=64,t=1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODx",
            "$argon2id$v=19$m=64,t=1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw$",
            "$argon2id$v=19$m=64,t=1,p=1$$",
        ])
    func refused(text: String) {
        #expect(PHCString(text) == nil)
    }

    @Test("every prefix and 20,000 random changes are parsed safely, and only the canonical form is accepted")
    func fuzz() {
        let bytes = Array(example.text.utf8)
        for count in 0..<bytes.count {
            let text = String(decoding: bytes.prefix(count), as: UTF8.self)
            #expect(PHCString(text).map(\.text) ?? text == text)
        }
        var random = SeededGenerator(seed: 42)
        for _ in 0..<20_000 {
            var changed = bytes
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                let at = Int.random(in: 0..<changed.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: changed[at] = UInt8(Int.random(in: 0..<256, using: &random))
                case 1: changed.remove(at: at)
                default: changed.insert(changed[Int.random(in: 0..<changed.count, using: &random)], at: at)
                }
            }
            let text = String(decoding: changed, as: UTF8.self)
            if let read = PHCString(text) { #expect(read.text == text) }
        }
    }
}
