package import Primitives

/// How much work one Argon2id hash takes (RFC 9106). The default is OWASP's minimum for Argon2id.
package struct PasswordHashParameters: Sendable, Hashable {
    package static let standard = PasswordHashParameters(memoryKiB: 19_456, iterations: 2, parallelism: 1)

    package let memoryKiB: Int
    package let iterations: Int
    package let parallelism: Int

    /// Within what a stored hash may say; for configured values use `configured`.
    package init(memoryKiB: Int, iterations: Int, parallelism: Int) {
        self.parallelism = min(max(parallelism, 1), Self.parallelismBounds.upperBound)
        self.iterations = min(max(iterations, 1), Self.iterationBounds.upperBound)
        self.memoryKiB = min(max(memoryKiB, 8 * self.parallelism), Self.memoryBounds.upperBound)
    }

    /// Values from configuration: refused below 7 MiB or OWASP's table of equal strengths, and above what a small
    /// machine can spare for each of two sign-ins at once.
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
