import Accounts
import CArgon2
import Primitives

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

    /// Takes the same time wherever the two differ.
    static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
