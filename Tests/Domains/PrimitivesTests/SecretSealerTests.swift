import Primitives
import Testing

@Suite("A sealed secret", .timeLimit(.minutes(1))) struct SecretSealerTests {
    private let sealer = SecretSealer(key: [UInt8](0..<32))

    @Test("opens only for its owner, with its key, and undamaged")
    func opens() throws {
        let sealed = try sealer.seal("hunter2".utf8, for: "owner")
        #expect(sealer.text(sealed, for: "owner") == "hunter2")
        #expect(sealer.open(sealed, for: "owner ") == nil)
        #expect(SecretSealer(key: [UInt8](1..<33)).open(sealed, for: "owner") == nil)
        for index in sealed.indices {
            var damaged = sealed
            damaged[index] ^= 1
            #expect(sealer.open(damaged, for: "owner") == nil, "\(index)")
            #expect(sealer.open(sealed.prefix(index), for: "owner") == nil, "\(index)")
        }
    }

    @Test("reveals neither its text nor equal secrets")
    func hides() throws {
        let (one, two) = (try sealer.seal([1, 2, 3], for: "owner"), try sealer.seal([1, 2, 3], for: "owner"))
        #expect(one != two)
        #expect(one.count == 12 + 3 + 16)
        #expect(try sealer.seal([], for: "owner").count == 12 + 16)
    }

    @Test("a secret sealed by an earlier version opens")
    func earlier() {
        // AES-256-GCM of "token" for "ab" with the key 0…31 and the nonce 0…11.
        let sealed: [UInt8] = [
            0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x33, 0x6D, 0xBD, 0x7E,
            0xAB, 0xA2, 0xBF, 0x35, 0xB2, 0x85, 0x90, 0x9C, 0x4C, 0xEB, 0x0E, 0x1E, 0x2E, 0x2F, 0xFA, 0x21,
            0x7E,
        ]
        #expect(sealer.text(sealed, for: "ab") == "token")
    }
}
