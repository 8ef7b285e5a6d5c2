package import Accounts
import CArgon2
import NIOPosix
import Primitives
import Synchronization

/// Hashes passwords by Argon2id on two threads of its own, with a bounded queue: however many users sign in, hashing
/// takes two cores' time and twice the memory of one hash.
package final class Argon2PasswordHasher: PasswordHasher {
    package static let concurrency = 2
    private static let saltLength = 16
    private static let hashLength = 32

    private let parameters: PasswordHashParameters
    private let keyID: String
    private let secret: [UInt8]
    private let dummy: PHCString
    private let maximumQueued: Int
    private let longestWait: Duration
    private let threads: NIOThreadPool
    private let pending = Mutex(0)

    /// `longestWait` bounds the time in the queue. `shutdown()` must be called before the object is released.
    package init(
        secret: ServerSecret, parameters: PasswordHashParameters = .standard, maximumQueued: Int = 32,
        longestWait: Duration = .seconds(10)
    ) {
        self.parameters = parameters
        keyID = secret.keyID
        self.secret = secret.derive("rondo password pepper v1")
        dummy = PHCString(
            parameters: parameters, keyID: secret.keyID, salt: Array(repeating: 7, count: Self.saltLength),
            hash: Array(repeating: 0, count: Self.hashLength))
        self.maximumQueued = maximumQueued
        self.longestWait = longestWait
        threads = NIOThreadPool(numberOfThreads: Self.concurrency)
        threads.start()
    }

    /// Lets running hashes end; queued ones fail.
    package func shutdown() async throws {
        try await threads.shutdownGracefully()
    }

    package func hash(_ password: String) async throws -> PHCString {
        let bytes = try Self.bytes(of: password)
        let salt = Array(ServerSecret.random().prefix(Self.saltLength))
        let parameters = parameters
        let secret = secret
        let hash = try await enqueue {
            try Argon2Digest.compute(
                password: bytes, salt: salt, secret: secret, parameters: parameters, count: Self.hashLength)
        }
        return PHCString(parameters: parameters, keyID: keyID, salt: salt, hash: hash)
    }

    package func verify(_ password: String, against stored: PHCString) async throws -> Bool {
        let bytes = try Self.bytes(of: password)
        let isKnownKey = stored.keyID == nil || stored.keyID == keyID
        let secret = stored.keyID == nil ? [] : secret
        let computed = try await enqueue {
            try Argon2Digest.compute(
                password: bytes, salt: stored.salt, secret: secret, parameters: stored.parameters,
                count: stored.hash.count)
        }
        return SecretBytes.areEqual(computed, stored.hash) && isKnownKey
    }

    package func pretendToVerify(_ password: String) async throws {
        _ = try await verify(password, against: dummy)
    }

    package func needsRehash(_ hash: PHCString) -> Bool {
        hash.parameters != parameters || hash.keyID != keyID || hash.salt.count != Self.saltLength
            || hash.hash.count != Self.hashLength
    }

    private func enqueue(_ work: @escaping @Sendable () throws -> [UInt8]) async throws -> [UInt8] {
        let admitted = pending.withLock { pending in
            guard pending < Self.concurrency + maximumQueued else { return false }
            pending += 1
            return true
        }
        guard admitted else { throw Self.busy }
        defer { pending.withLock { $0 -= 1 } }
        let deadline = ContinuousClock.now + longestWait
        return try await threads.runIfActive {
            guard ContinuousClock.now <= deadline else { throw Self.busy }
            return try work()
        }
    }

    private static func bytes(of password: String) throws(DomainError) -> [UInt8] {
        guard password.utf8.count <= PasswordRules.maximumBytes else {
            throw .invalid(
                "Choose a password of at most \(PasswordRules.maximumBytes) bytes", field: "password",
                reason: "password_too_long")
        }
        return Array(password.utf8)
    }

    private static var busy: DomainError {
        DomainError(.unavailable, "Too many users are signing in; try again soon", retryAfter: .seconds(5))
    }
}

/// libargon2's Argon2id with a secret key (RFC 9106 §3.1, input K).
enum Argon2Digest {
    /// ARGON2_FLAG_CLEAR_PASSWORD and ARGON2_FLAG_CLEAR_SECRET, macros that Swift does not import.
    private static let clearPasswordAndSecret: UInt32 = 0b11

    /// `count` bytes (4 or more). It blocks for the time that the parameters take and wipes its copies of password and
    /// key.
    static func compute(
        password: [UInt8], salt: [UInt8], secret: [UInt8], parameters: PasswordHashParameters, count: Int
    ) throws(DomainError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: count)
        var password = password
        var salt = salt
        var secret = secret
        let status = output.withUnsafeMutableBufferPointer { output in
            password.withUnsafeMutableBufferPointer { password in
                salt.withUnsafeMutableBufferPointer { salt in
                    secret.withUnsafeMutableBufferPointer { secret in
                        var context = argon2_context(
                            out: output.baseAddress, outlen: UInt32(output.count), pwd: password.baseAddress,
                            pwdlen: UInt32(password.count), salt: salt.baseAddress, saltlen: UInt32(salt.count),
                            secret: secret.baseAddress, secretlen: UInt32(secret.count), ad: nil, adlen: 0,
                            t_cost: UInt32(parameters.iterations), m_cost: UInt32(parameters.memoryKiB),
                            lanes: UInt32(parameters.parallelism), threads: 1,
                            version: UInt32(ARGON2_VERSION_13.rawValue), allocate_cbk: nil, free_cbk: nil,
                            flags: clearPasswordAndSecret)
                        return argon2id_ctx(&context)
                    }
                }
            }
        }
        guard status == ARGON2_OK.rawValue else {
            throw DomainError(.unavailable, "There is not enough memory to check passwords", retryAfter: .seconds(5))
        }
        return output
    }
}
