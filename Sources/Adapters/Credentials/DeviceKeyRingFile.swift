package import Accounts
package import NIOPosix
package import Primitives

/// The file that holds the server's keys for device keys, the present one on the first line.
package struct DeviceKeyRingFile: DeviceKeyRingStore {
    private let path: String
    private let threads: NIOThreadPool

    /// Makes the file at the first start; see `ServerSecretFile`.
    package init(path: String, threads: NIOThreadPool) throws(DomainError) {
        self.path = path
        self.threads = threads
        _ = try ServerSecretFile.loadOrCreate(at: path, lines: Self.lines)
    }

    /// Enough for a rotation that several processes began.
    private static let lines = 1...16

    package func load() async throws -> DeviceKeyRing {
        try await threads.runIfActive { [path] in
            try Self.ring(ServerSecretFile.load(at: path, lines: Self.lines))
        }
    }

    package func rotate(keeping needed: Set<String>) async throws -> DeviceKeyRing {
        try await threads.runIfActive { [path] in
            let present = try ServerSecretFile.load(at: path, lines: Self.lines)
            let kept = present.prefix(1) + present.dropFirst().filter { needed.contains($0.keyID) }
            return try Self.ring(
                ServerSecretFile.prepend(to: Array(kept.prefix(Self.lines.upperBound - 1)), at: path))
        }
    }

    private static func ring(_ secrets: [ServerSecret]) throws(DomainError) -> DeviceKeyRing {
        guard let ring = DeviceKeyRing(secrets) else {
            throw DomainError(.unavailable, "The key file for device keys is empty")
        }
        return ring
    }
}
