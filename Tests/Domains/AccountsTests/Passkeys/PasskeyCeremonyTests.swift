import Crypto
import Primitives
import Support
import Testing

@testable import Accounts

@Suite("Passkey ceremonies", .timeLimit(.minutes(5))) struct PasskeyCeremonyTests {
    private static let challenge = [UInt8](repeating: 7, count: 32)
    private static let user = ID<Person>("01890000-0000-7000-8000-000000000001")

    private func ceremony() throws -> PasskeyCeremony {
        PasskeyCeremony(
            challenge: Self.challenge, site: try #require(RelyingParty(address: "https://localhost")))
    }

    private func register(_ authenticator: PasskeyAuthenticator) throws -> PasskeyCeremony.NewCredential {
        let (clientData, attestation) = authenticator.register(Self.challenge)
        return try ceremony().register(clientData: clientData, attestation: attestation)
    }

    private func passkey(_ authenticator: PasskeyAuthenticator) throws -> Passkey {
        let made = try register(authenticator)
        return Passkey(
            id: .make(at: Timestamp(milliseconds: 1)), user: Self.user, label: "key", credential: made.id,
            publicKey: made.publicKey, site: "localhost", counter: made.counter, isBackedUp: made.isBackedUp,
            createdAt: Timestamp(milliseconds: 1))
    }

    private func assertion(_ authenticator: PasskeyAuthenticator) throws -> PasskeyAssertion {
        let (clientData, data, signature) = try authenticator.use(Self.challenge)
        return PasskeyAssertion(
            token: "", credential: authenticator.credential, clientData: clientData, authenticatorData: data,
            signature: signature, userHandle: Passkey.userHandle(of: Self.user))
    }

    @Test("a key of each algorithm is registered and used", arguments: PasskeyAuthenticator.Algorithm.allCases)
    func algorithms(_ algorithm: PasskeyAuthenticator.Algorithm) throws {
        var authenticator = try PasskeyAuthenticator(algorithm)
        authenticator.counter = 4
        let passkey = try passkey(authenticator)
        #expect(passkey.credential == authenticator.credential && passkey.counter == 4 && passkey.isBackedUp)
        authenticator.counter = 9
        authenticator.flags = 0b0000_1101
        let use = try ceremony().authenticate(assertion(authenticator), by: passkey, isIdentified: false)
        #expect(use == PasskeyUse(counter: 9, isBackedUp: false))
        let other = try PasskeyAuthenticator(algorithm)
        var forged = try assertion(authenticator)
        let (_, _, signature) = try other.use(Self.challenge)
        forged.signature = signature
        #expect(throws: PasskeyRefusal.signature) {
            try ceremony().authenticate(forged, by: passkey, isIdentified: false)
        }
    }

    /// A manipulation that both ceremonies detect, with the expected refusal.
    struct Wrong: Sendable {
        let refusal: PasskeyRefusal
        let change: @Sendable (inout PasskeyAuthenticator) -> Void

        init(_ refusal: PasskeyRefusal, _ change: @escaping @Sendable (inout PasskeyAuthenticator) -> Void) {
            self.refusal = refusal
            self.change = change
        }
    }

    private static let inBoth = [
        Wrong(.type) { ($0.registrationType, $0.useType) = ("webauthn.get", "webauthn.create") },
        Wrong(.origin) { $0.origin = "https://localhost:8443" },
        Wrong(.origin) { $0.origin = "http://localhost" },
        Wrong(.origin) { $0.origin = "https://localhost.example" },
        Wrong(.crossOrigin) { $0.furtherClientData = ["\"crossOrigin\":true"] },
        Wrong(.crossOrigin) { $0.furtherClientData = ["\"topOrigin\":\"https://other.example\""] },
        Wrong(.site) { $0.site = "other.example" },
        Wrong(.userPresence) { $0.flags = 0b0001_1100 },
        Wrong(.userVerification) { $0.flags = 0b0001_1001 },
        Wrong(.backupFlags) { $0.flags = 0b0001_0101 },
        Wrong(.malformed) { $0.furtherClientData = ["\"crossOrigin\":7"] },
        Wrong(.malformed) { $0.furtherClientData = ["\"padding\":\"\(String(repeating: "a", count: 5000))\""] },
        Wrong(.malformed) { $0.extensions = [0xA0] },
        Wrong(.malformed) { $0.flags = 0b1001_1101 },
        Wrong(.malformed) { ($0.flags, $0.extensions) = (0b1001_1101, [0x01]) },
        Wrong(.malformed) { ($0.flags, $0.extensions) = (0b1001_1101, [0xA0, 0x00]) },
    ]

    private static let inRegistration = [
        // ES384, and a key without an algorithm.
        Wrong(.algorithm) { $0.otherPublicKey = [0xA2, 0x01, 0x02, 0x03, 0x38, 0x22] },
        Wrong(.algorithm) { $0.otherPublicKey = [0xA1, 0x01, 0x02] },
        // A point that is not on the curve, the curve of another algorithm, and an RSA key of 1024 bits.
        Wrong(.key) { $0.otherPublicKey = ecKey(x: 1, y: 1) },
        Wrong(.key) { $0.otherPublicKey = ecKey(x: 1, y: 1, curve: 2) },
        Wrong(.key) {
            $0.otherPublicKey = PasskeyAuthenticator.rsaKey(modulus: .init(repeating: 0xFF, count: 128), exponent: [3])
        },
        Wrong(.key) {
            $0.otherPublicKey = PasskeyAuthenticator.rsaKey(modulus: .init(repeating: 0xFF, count: 513), exponent: [3])
        },
        Wrong(.credentialID) { $0.credential = [] },
        Wrong(.credentialID) { $0.credential = .init(repeating: 1, count: 1024) },
    ]

    private static func ecKey(x: UInt8, y: UInt8, curve: UInt8 = 1) -> [UInt8] {
        [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, curve, 0x21]
            + PasskeyAuthenticator.bytes(.init(repeating: x, count: 32)) + [0x22]
            + PasskeyAuthenticator.bytes(.init(repeating: y, count: 32))
    }

    @Test("each check of a registration fails alone (WebAuthn Level 2 §7.1)")
    func registration() throws {
        for wrong in Self.inBoth + Self.inRegistration {
            var authenticator = try PasskeyAuthenticator()
            wrong.change(&authenticator)
            #expect(throws: wrong.refusal) { try register(authenticator) }
        }
        let (clientData, attestation) = try PasskeyAuthenticator().register([8])
        #expect(throws: PasskeyRefusal.challenge) {
            try ceremony().register(clientData: clientData, attestation: attestation)
        }
        #expect(throws: PasskeyRefusal.malformed) {
            try ceremony().register(
                clientData: PasskeyAuthenticator().register(Self.challenge).clientData, attestation: [0xA0])
        }
    }

    @Test("each check of a use fails alone (WebAuthn Level 2 §7.2)")
    func authentication() throws {
        let authenticator = try PasskeyAuthenticator()
        let passkey = try passkey(authenticator)
        func refuses(
            _ refusal: PasskeyRefusal, identified: Bool = false, by used: PasskeyAuthenticator? = nil,
            _ change: (inout PasskeyAssertion) throws -> Void = { _ in }
        ) throws {
            var assertion = try assertion(used ?? authenticator)
            try change(&assertion)
            #expect(throws: refusal) {
                try ceremony().authenticate(assertion, by: passkey, isIdentified: identified)
            }
        }
        for wrong in Self.inBoth {
            var changed = authenticator
            wrong.change(&changed)
            try refuses(wrong.refusal, by: changed)
        }
        try refuses(.challenge) { $0.clientData = authenticator.clientData("webauthn.get", [8]) }
        try refuses(.credentialUnknown) { $0.credential = [1] }
        try refuses(.userHandle) { $0.userHandle = nil }
        try refuses(.userHandle, identified: true) { $0.userHandle = Array("somebody else".utf8) }
        try refuses(.signature) { $0.signature[8] ^= 1 }
        try refuses(.signature) { $0.signature = [] }
        try refuses(.signature) { $0.authenticatorData[36] ^= 1 }
        try refuses(.malformed) { $0.authenticatorData = [] }
        var known = try assertion(authenticator)
        known.userHandle = nil
        #expect(throws: Never.self) { try ceremony().authenticate(known, by: passkey, isIdentified: true) }
    }

    @Test("a statement of any format is parsed and not trusted, and a credential of 1023 bytes is accepted")
    func attestation() throws {
        var authenticator = try PasskeyAuthenticator()
        authenticator.format = "packed"
        authenticator.credential = .init(repeating: 1, count: 1023)
        (authenticator.flags, authenticator.extensions) = (0b1001_1101, [0xA1, 0x61, 0x61, 0xF5])
        #expect(try register(authenticator).id.count == 1023)
    }

    @Test(
        "a counter that does not increase is refused, unless the authenticator does not count",
        arguments: [
            (0, 0, true), (0, 1, true), (1, 2, true), (5, 4_000_000_000, true), (1, 1, false), (2, 1, false),
            (1, 0, false),
        ] as [(UInt32, UInt32, Bool)])
    func counter(_ stored: UInt32, _ next: UInt32, _ isAllowed: Bool) throws {
        var authenticator = try PasskeyAuthenticator()
        authenticator.counter = stored
        var passkey = try passkey(authenticator)
        let now = Timestamp(milliseconds: 2)
        if isAllowed {
            try passkey.use(PasskeyUse(counter: next, isBackedUp: false), at: now)
            #expect(passkey.counter == next && passkey.lastUsedAt == now && !passkey.isBackedUp)
        } else {
            #expect(throws: PasskeyRefusal.counter) {
                try passkey.use(PasskeyUse(counter: next, isBackedUp: false), at: now)
            }
            #expect(passkey.counter == stored && passkey.lastUsedAt == nil)
        }
    }

    @Test("the site is the host name; its origin includes the port unless it is 443")
    func sites() {
        let site = RelyingParty(address: "https://Music.example:8443")
        #expect(site?.id == "music.example" && site?.origin == "https://music.example:8443")
        #expect(RelyingParty(address: "https://music.example:443")?.origin == "https://music.example")
        #expect(RelyingParty(address: "https://localhost")?.origin == "https://localhost")
        for address in [
            "http://music.example", "https://192.0.2.1", "https://[::1]:8443", "https://", "https://music..example",
            "https://music.example:99999", "https://music.example:+1", "https://a b", "https://ada@music.example",
            "https://music.example/x", "https://127.1",
        ] {
            #expect(RelyingParty(address: address) == nil, "\(address)")
        }
    }
}
