package import Foundation
package import NIOSSL
import Primitives
import Synchronization

/// The TLS context that new connections get, made from two PEM files and made again when they change.
///
/// A connection keeps the context it began with, so a reload never touches a running stream. A certificate that has ended, or is not good
/// yet, never takes the place of one that is good.
package final class CertificateSource: Sendable {
    /// A certificate chain and its private key.
    package struct Files: Sendable, Equatable {
        package let chain: String
        package let key: String

        package init(chain: String, key: String) {
            self.chain = chain
            self.key = key
        }
    }

    private struct Loaded {
        let files: Files
        let content: [[UInt8]]
        let context: NIOSSLContext
        let facts: CertificateFacts
    }

    private struct State {
        var inUse: Loaded
        var problem: String?
    }

    private let choices: [Files]
    private let state: Mutex<State>

    /// Throws an error that names the file when one cannot be read, is not PEM, or when key and certificate do not belong together. One
    /// that has ended is taken all the same, since a server without any cannot even be looked after; `problem` tells of it.
    ///
    /// - Parameter choices: in the order of preference; all but the last may be missing.
    package init(_ choices: [Files], now: Date = Date()) throws {
        self.choices = choices
        let (loaded, problem) = try Self.choose(choices, besides: nil, now)
        state = Mutex(State(inUse: loaded, problem: problem))
    }

    package convenience init(chainPath: String, keyPath: String, now: Date = Date()) throws {
        try self.init([Files(chain: chainPath, key: keyPath)], now: now)
    }

    package var context: NIOSSLContext { state.withLock { $0.inUse.context } }

    package var files: Files { state.withLock { $0.inUse.files } }

    /// What the certificate in use says.
    package var facts: CertificateFacts { state.withLock { $0.inUse.facts } }

    /// What an operator has to see to, as a sentence: the certificate in use is not good, or the one in the files cannot be used.
    package var problem: String? { state.withLock { $0.problem } }

    /// Looks at the files again. False when nothing changed; throws, and keeps what is in use, when the new content does not hold.
    package func reloadIfChanged(now: Date = Date()) throws -> Bool {
        let before = state.withLock { $0.inUse }
        do {
            let (loaded, problem) = try Self.choose(choices, besides: before, now)
            state.withLock { $0 = State(inUse: loaded, problem: problem) }
            return loaded.context !== before.context
        } catch {
            let sentence = (error as? DomainError)?.message ?? "\(error)"
            state.withLock { $0.problem = sentence }
            throw error
        }
    }

    /// The first that is good, else what is in use if that is, else the first that can be read.
    private static func choose(
        _ choices: [Files], besides present: Loaded?, _ now: Date
    ) throws -> (Loaded, problem: String?) {
        var (spare, failure): (Loaded?, (any Error)?) = (nil, nil)
        for (place, files) in choices.enumerated() {
            do {
                guard let loaded = try load(files, isOptional: place < choices.count - 1, besides: present) else {
                    continue
                }
                guard let flaw = loaded.facts.flaw(at: now) else {
                    return (loaded, failure.map { ($0 as? DomainError)?.message ?? "\($0)" })
                }
                spare = spare ?? loaded
                failure = failure ?? DomainError(.invalid, "The certificate in \(files.chain) \(flaw)")
            } catch {
                failure = failure ?? error
            }
        }
        if present?.facts.flaw(at: now) == nil || spare == nil, let failure, present != nil { throw failure }
        guard let spare else { throw failure ?? DomainError(.unavailable, "There is no certificate") }
        return (spare, failure.map { ($0 as? DomainError)?.message ?? "\($0)" })
    }

    private static func load(_ files: Files, isOptional: Bool, besides present: Loaded?) throws -> Loaded? {
        var content: [[UInt8]] = []
        for path in [files.chain, files.key] {
            guard let bytes = try PrivateFile.read(path) else {
                if isOptional { return nil }
                throw DomainError(.unavailable, "There is no file \(path)")
            }
            content.append(bytes)
        }
        if let present, present.files == files, present.content == content { return present }
        guard let facts = CertificateFacts(pem: content[0]) else {
            throw DomainError(.invalid, "\(files.chain) holds no PEM certificate chain")
        }
        return Loaded(files: files, content: content, context: try makeContext(content, files), facts: facts)
    }

    private static func makeContext(_ content: [[UInt8]], _ files: Files) throws -> NIOSSLContext {
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMBytes(content[0])
        } catch {
            throw DomainError(.invalid, "\(files.chain) holds no PEM certificate chain")
        }
        let key: NIOSSLPrivateKey
        do {
            key = try NIOSSLPrivateKey(bytes: content[1], format: .pem)
        } catch {
            throw DomainError(.invalid, "\(files.key) holds no unencrypted PEM private key")
        }
        do {
            return try NIOSSLContext(configuration: TLSSettings.server(chain: chain, key: key))
        } catch {
            throw DomainError(.invalid, "The key in \(files.key) does not belong to the certificate in \(files.chain)")
        }
    }
}
