package import Primitives

/// Turns passwords into stored hashes and checks them. Slow by design, and a few at a time.
///
/// Every method throws `DomainError(.unavailable)` with `retryAfter` when too many calls wait already or the wait grew
/// too long. Passwords are in Unicode NFC and have at most 1024 bytes.
package protocol PasswordHasher: Sendable {
    func hash(_ password: String) async throws -> PHCString

    /// False also for a hash whose key is not the current one.
    func verify(_ password: String, against hash: PHCString) async throws -> Bool

    /// Takes as long as `verify` and has no result: for accounts that do not exist or have no password.
    func pretendToVerify(_ password: String) async throws

    /// Whether `hash` was made with other parameters or another key than the current ones.
    func needsRehash(_ hash: PHCString) -> Bool
}

/// A stored Argon2id hash in the PHC string format, `$argon2id$v=19$m=19456,t=2,p=1,keyid=0123abcd$salt$hash`
/// (https://github.com/P-H-C/phc-string-format).
///
/// It has no description, so that it does not get into a log by accident.
package struct PHCString: Sendable, Hashable {
    package let parameters: PasswordHashParameters
    /// Names the secret key of the hash; nil without one.
    package let keyID: String?
    /// 8 to 64 bytes.
    package let salt: [UInt8]
    /// 16 to 64 bytes.
    package let hash: [UInt8]

    package init(parameters: PasswordHashParameters, keyID: String?, salt: [UInt8], hash: [UInt8]) {
        self.parameters = parameters
        self.keyID = keyID
        self.salt = salt
        self.hash = hash
    }

    /// Nil for any text that `text` would not produce: another algorithm or version, parameters out of bounds or out of
    /// order, leading zeros, padding.
    package init?(_ text: String) {
        guard text.utf8.count <= 512 else { return nil }
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].isEmpty, parts[1] == "argon2id", parts[2] == "v=19" else { return nil }
        var fields = parts[3].split(separator: ",", omittingEmptySubsequences: false)[...]
        guard let memory = Self.number("m=", &fields), PasswordHashParameters.memoryBounds.contains(memory),
            let iterations = Self.number("t=", &fields), PasswordHashParameters.iterationBounds.contains(iterations),
            let parallelism = Self.number("p=", &fields),
            PasswordHashParameters.parallelismBounds.contains(parallelism), memory >= 8 * parallelism
        else { return nil }
        var keyID: String?
        if let field = fields.popFirst() {
            guard field.hasPrefix("keyid=") else { return nil }
            let id = field.dropFirst("keyid=".count)
            guard (1...32).contains(id.utf8.count), id.utf8.allSatisfy(Self.isKeyCharacter) else { return nil }
            keyID = String(id)
        }
        guard fields.isEmpty, let salt = Self.decode(parts[4]), (8...64).contains(salt.count),
            let hash = Self.decode(parts[5]), (16...64).contains(hash.count)
        else { return nil }
        self.init(
            parameters: PasswordHashParameters(memoryKiB: memory, iterations: iterations, parallelism: parallelism),
            keyID: keyID, salt: salt, hash: hash)
        guard self.text == text else { return nil }
    }

    package var text: String {
        let key = keyID.map { ",keyid=\($0)" } ?? ""
        return "$argon2id$v=19$m=\(parameters.memoryKiB),t=\(parameters.iterations),p=\(parameters.parallelism)\(key)"
            + "$\(Self.encode(salt))$\(Self.encode(hash))"
    }

    private static func number(_ name: String, _ fields: inout ArraySlice<Substring>) -> Int? {
        guard let field = fields.popFirst(), field.hasPrefix(name) else { return nil }
        let digits = field.dropFirst(name.count)
        guard (1...7).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(digits)
    }

    private static func isKeyCharacter(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// Base64 of RFC 4648 §4 without padding.
    private static func encode(_ bytes: [UInt8]) -> String {
        translate(
            Base64URL.encode(bytes).utf8, [UInt8(ascii: "-"): UInt8(ascii: "+"), UInt8(ascii: "_"): UInt8(ascii: "/")])
    }

    private static func decode(_ text: Substring) -> [UInt8]? {
        guard !text.utf8.contains(UInt8(ascii: "-")), !text.utf8.contains(UInt8(ascii: "_")) else { return nil }
        return Base64URL.decode(
            translate(text.utf8, [UInt8(ascii: "+"): UInt8(ascii: "-"), UInt8(ascii: "/"): UInt8(ascii: "_")]))
    }

    private static func translate(_ text: some Sequence<UInt8>, _ map: [UInt8: UInt8]) -> String {
        String(decoding: text.map { map[$0] ?? $0 }, as: UTF8.self)
    }
}

/// The cost of one Argon2id hash (RFC 9106). The default is OWASP's minimum for Argon2id.
package struct PasswordHashParameters: Sendable, Hashable {
    package static let standard = PasswordHashParameters(memoryKiB: 19_456, iterations: 2, parallelism: 1)

    package let memoryKiB: Int
    package let iterations: Int
    package let parallelism: Int

    /// Clamps to the bounds of stored hashes. For configured values use `configured`.
    package init(memoryKiB: Int, iterations: Int, parallelism: Int) {
        self.parallelism = min(max(parallelism, 1), Self.parallelismBounds.upperBound)
        self.iterations = min(max(iterations, 1), Self.iterationBounds.upperBound)
        self.memoryKiB = min(max(memoryKiB, 8 * self.parallelism), Self.memoryBounds.upperBound)
    }

    /// Values from the configuration. Refuses less than 7 MiB or than OWASP's table of equal strengths, and more than a
    /// small machine can spare for each of two sign-ins at once.
    package static func configured(
        memoryKiB: Int, iterations: Int, parallelism: Int
    ) throws(DomainError) -> PasswordHashParameters {
        guard memoryBounds.contains(memoryKiB), iterationBounds.contains(iterations),
            parallelismBounds.contains(parallelism)
        else {
            throw .invalid("Password hashing takes at most 256 MiB, 16 passes and 8 lanes", field: "passwordHash")
        }
        let least = [1: 47_104, 2: 19_456, 3: 12_288, 4: 9_216][iterations] ?? 7_168
        guard memoryKiB >= least else {
            throw .invalid(
                "With \(iterations) passes password hashing needs at least \(least) KiB", field: "passwordHash")
        }
        return PasswordHashParameters(memoryKiB: memoryKiB, iterations: iterations, parallelism: parallelism)
    }

    static let memoryBounds = 8...262_144
    static let iterationBounds = 1...16
    static let parallelismBounds = 1...8
}
