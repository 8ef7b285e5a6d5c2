package import Accounts
import Glibc
package import NIOPosix
package import Primitives

/// A file with a secret of the server: 32 random bytes as base64url on a line, readable by its owner only.
package enum ServerSecretFile {
    /// Reads the file, or makes it at the first start. It is synced before it is used, since losing it loses every
    /// password. Throws for a file that others can read or that has other content. Blocks; for the start only.
    package static func loadOrCreate(at path: String) throws(DomainError) -> ServerSecret {
        try loadOrCreate(at: path, lines: 1...1)[0]
    }

    package static func load(at path: String) throws(DomainError) -> ServerSecret {
        try load(at: path, lines: 1...1)[0]
    }

    /// Like `loadOrCreate(at:)`, for a file with one secret on each line and `lines` lines; a new file has one.
    static func loadOrCreate(at path: String, lines: ClosedRange<Int>) throws(DomainError) -> [ServerSecret] {
        if access(path, F_OK) != 0 {
            // If another process has made the file meanwhile, that one counts.
            try place([ServerSecret.random()], at: path) { draft in link(draft, path) == 0 || errno == EEXIST }
        }
        return try load(at: path, lines: lines)
    }

    static func load(at path: String, lines: ClosedRange<Int>) throws(DomainError) -> [ServerSecret] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw failure(path, "cannot be read") }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { throw failure(path, "is no file") }
        guard facts.st_mode & 0o077 == 0 else {
            throw DomainError(.unavailable, "The key file \(path) can be read by others; give it mode 0600")
        }
        var buffer = [UInt8](repeating: 0, count: 128 * lines.upperBound)
        let count = read(file, &buffer, buffer.count)
        let text = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n")
        let secrets = text.compactMap { Base64URL.decode(String($0)).flatMap(ServerSecret.init(bytes:)) }
        guard secrets.count == text.count, lines.contains(secrets.count) else {
            throw DomainError(.unavailable, "The key file \(path) does not hold a key")
        }
        return secrets
    }

    /// Puts a new secret before `others` in the file, whole or not at all, and returns the file's secrets.
    static func prepend(to others: [ServerSecret], at path: String) throws(DomainError) -> [ServerSecret] {
        let secrets = [ServerSecret.random()] + others.map(\.bytes)
        try place(secrets, at: path) { draft in rename(draft, path) == 0 }
        return secrets.compactMap(ServerSecret.init(bytes:))
    }

    /// Writes a draft and puts it in place whole, so that neither a crash nor a second process leaves half a key.
    private static func place(
        _ secrets: [[UInt8]], at path: String, _ put: (String) -> Bool
    ) throws(DomainError) {
        let draft = "\(path).\(getpid())"
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw failure(path, "cannot be made") }
        defer {
            close(file)
            unlink(draft)
        }
        let bytes = Array(secrets.map { Base64URL.encode($0) + "\n" }.joined().utf8)
        guard write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
            throw failure(path, "cannot be written")
        }
        guard put(draft) else { throw failure(path, "cannot be made") }
        try syncFolder(of: path)
    }

    private static func syncFolder(of path: String) throws(DomainError) {
        let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let folder = open(parent.isEmpty ? "/" : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw failure(path, "has no folder that can be synced") }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw failure(path, "cannot be synced") }
    }

    private static func failure(_ path: String, _ what: String) -> DomainError {
        DomainError(.unavailable, "The key file \(path) \(what): \(String(cString: strerror(errno)))")
    }
}

/// The file of the server's keys for device keys, the current one on the first line.
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
            let retained = present.prefix(1) + present.dropFirst().filter { needed.contains($0.keyID) }
            return try Self.ring(
                ServerSecretFile.prepend(to: Array(retained.prefix(Self.lines.upperBound - 1)), at: path))
        }
    }

    private static func ring(_ secrets: [ServerSecret]) throws(DomainError) -> DeviceKeyRing {
        guard let ring = DeviceKeyRing(secrets) else {
            throw DomainError(.unavailable, "The key file for device keys is empty")
        }
        return ring
    }
}
