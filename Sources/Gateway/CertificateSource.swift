package import NIOSSL
import Primitives
import Synchronization

/// The TLS context that new connections get, made from two PEM files and made again when they change.
///
/// A connection keeps the context it began with, so a reload never touches a running stream.
package final class CertificateSource: Sendable {
    private struct State {
        var context: NIOSSLContext
        var content: [[UInt8]]
    }

    package let chainPath: String
    package let keyPath: String
    private let state: Mutex<State>

    /// Throws an error that names the file when one cannot be read, is not PEM, or when key and certificate do not belong together.
    package init(chainPath: String, keyPath: String) throws {
        self.chainPath = chainPath
        self.keyPath = keyPath
        let content = try Self.read(chainPath, keyPath)
        state = Mutex(State(context: try Self.makeContext(content, chainPath, keyPath), content: content))
    }

    package var context: NIOSSLContext {
        state.withLock { $0.context }
    }

    /// Looks at the files again. False when nothing changed; throws, and keeps what is in use, when the new content does not hold.
    package func reloadIfChanged() throws -> Bool {
        let content = try Self.read(chainPath, keyPath)
        guard content != state.withLock({ $0.content }) else { return false }
        let context = try Self.makeContext(content, chainPath, keyPath)
        state.withLock { $0 = State(context: context, content: content) }
        return true
    }

    private static func read(_ chainPath: String, _ keyPath: String) throws -> [[UInt8]] {
        try [chainPath, keyPath].map { path in
            guard let bytes = try PrivateFile.read(path) else {
                throw DomainError(.unavailable, "There is no file \(path)")
            }
            return bytes
        }
    }

    private static func makeContext(_ content: [[UInt8]], _ chainPath: String, _ keyPath: String) throws
        -> NIOSSLContext
    {
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMBytes(content[0])
        } catch {
            throw DomainError(.invalid, "\(chainPath) holds no PEM certificate chain")
        }
        let key: NIOSSLPrivateKey
        do {
            key = try NIOSSLPrivateKey(bytes: content[1], format: .pem)
        } catch {
            throw DomainError(.invalid, "\(keyPath) holds no unencrypted PEM private key")
        }
        do {
            return try NIOSSLContext(configuration: TLSSettings.server(chain: chain, key: key))
        } catch {
            throw DomainError(.invalid, "The key in \(keyPath) does not belong to the certificate in \(chainPath)")
        }
    }
}
