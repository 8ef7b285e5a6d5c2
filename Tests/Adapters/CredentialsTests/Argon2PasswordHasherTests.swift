import Accounts
import Foundation
import Credentials
import Primitives
import Testing

@Suite struct Argon2PasswordHasherTests {
    private static let cheap = PasswordHashParameters(memoryKiB: 64, iterations: 1, parallelism: 1)

    @discardableResult
    private func with<Result>(
        _ hasher: Argon2PasswordHasher, _ body: (Argon2PasswordHasher) async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await body(hasher)
            try await hasher.shutdown()
            return result
        } catch {
            try await hasher.shutdown()
            throw error
        }
    }

    private func secret(_ byte: UInt8) throws -> ServerSecret {
        try #require(ServerSecret(bytes: Array(repeating: byte, count: 32)))
    }

    @Test("a password matches only its own hash")
    func verifies() async throws {
        try await with(Argon2PasswordHasher(secret: secret(1), parameters: Self.cheap)) { (hasher) async throws in
            let hash = try await hasher.hash("zażółć gęślą jaźń")
            #expect(try await hasher.verify("zażółć gęślą jaźń", against: hash))
            #expect(try await !hasher.verify("zażółć gęślą jaźn", against: hash))
            #expect(try await !hasher.verify("", against: hash))
            #expect(try await hasher.hash("zażółć gęślą jaźń") != hash)
            #expect(!hasher.needsRehash(hash))
            #expect(PHCString(hash.text) == hash)
        }
    }

    @Test("without the right key file no password matches")
    func pepper() async throws {
        let hash = try await with(Argon2PasswordHasher(secret: secret(1), parameters: Self.cheap)) {
            (hasher) async throws in
            try await hasher.hash("wobbly lantern")
        }
        try await with(Argon2PasswordHasher(secret: secret(2), parameters: Self.cheap)) { (other) async throws in
            #expect(try await !other.verify("wobbly lantern", against: hash))
            let bare = PHCString(parameters: hash.parameters, keyID: nil, salt: hash.salt, hash: hash.hash)
            #expect(try await !other.verify("wobbly lantern", against: bare))
            #expect(other.needsRehash(hash))
        }
    }

    @Test("Argon2id gives the test vector of the reference implementation")
    func knownAnswer() async throws {
        // echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1 -l 32
        let known = try #require(
            PHCString("$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"))
        try await with(Argon2PasswordHasher(secret: secret(1), parameters: Self.cheap)) { (hasher) async throws in
            #expect(try await hasher.verify("password", against: known))
            #expect(hasher.needsRehash(known))
        }
    }

    @Test("calls beyond the two running and the queue are refused, the others are answered")
    func bounded() async throws {
        let parameters = PasswordHashParameters(memoryKiB: 4_096, iterations: 2, parallelism: 1)
        try await with(Argon2PasswordHasher(secret: secret(1), parameters: parameters, maximumQueued: 4)) {
            (hasher) async throws in
            let outcomes = await withTaskGroup(of: DomainError.Code?.self) { group in
                for _ in 0..<60 {
                    group.addTask {
                        do {
                            try await hasher.pretendToVerify("x")
                            return nil
                        } catch { return (error as? DomainError)?.code }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.contains(nil))
            #expect(outcomes.allSatisfy { $0 == nil || $0 == .unavailable })
            #expect(try await hasher.verify("a", against: hasher.hash("a")))
        }
    }

    @Test("a call that has waited too long in the queue is refused without hashing")
    func boundedWait() async throws {
        let hasher = Argon2PasswordHasher(
            secret: try secret(1), parameters: Self.cheap, longestWait: .zero - .seconds(1))
        try await with(hasher) { (hasher) async throws in
            await #expect(throws: DomainError.self) { try await hasher.hash("a") }
        }
    }

    @Test("a password of more than 1024 bytes is refused without hashing")
    func tooLong() async throws {
        try await with(Argon2PasswordHasher(secret: secret(1), parameters: Self.cheap)) { (hasher) async throws in
            await #expect(throws: DomainError.self) {
                try await hasher.hash(String(repeating: "a", count: 1_025))
            }
        }
    }

    @Test("weak configured parameters are refused")
    func floors() throws {
        #expect(throws: DomainError.self) {
            try PasswordHashParameters.configured(memoryKiB: 19_455, iterations: 2, parallelism: 1)
        }
        #expect(throws: DomainError.self) {
            try PasswordHashParameters.configured(memoryKiB: 1 << 20, iterations: 2, parallelism: 1)
        }
        #expect(
            try PasswordHashParameters.configured(memoryKiB: 19_456, iterations: 2, parallelism: 1) == .standard)
    }
}
