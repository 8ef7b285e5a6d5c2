package import Foundation
package import Logging
import NIOCore
package import NIOSSL
import Primitives
import Synchronization

/// The TLS context for new connections, made from two PEM files and remade when they change.
///
/// A connection keeps its first context, so a reload never affects a running stream. A certificate that has expired or
/// is not yet valid never replaces a valid one.
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

    /// Throws an error that names the file when one cannot be read or is not PEM, or when key and certificate do not
    /// match. An expired certificate is accepted, since a server without any could not even be administered; `problem`
    /// reports it.
    ///
    /// - Parameter choices: the files in order of preference; all but the last may be missing.
    package init(_ choices: [Files], now: Date = Date()) throws {
        self.choices = choices
        let (loaded, problem) = try Self.choose(choices, besides: nil, now)
        state = Mutex(State(inUse: loaded, problem: problem))
    }

    package var context: NIOSSLContext { state.withLock { $0.inUse.context } }

    package var files: Files { state.withLock { $0.inUse.files } }

    /// The facts of the certificate in use.
    package var facts: CertificateFacts { state.withLock { $0.inUse.facts } }

    /// The operator's task, as a sentence: the certificate in use is not valid, or the one in the files cannot be used.
    package var problem: String? { state.withLock { $0.problem } }

    /// Checks the files again. Returns false when nothing changed; throws, and keeps the certificate in use, when the
    /// new content is invalid.
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

    /// The first valid certificate; else the one in use if it is valid; else the first readable one.
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

extension CertificateSource {
    /// Checks the certificate files at every interval, and takes new ones into use. Invalid content is logged once, and
    /// the old certificate stays in use. Never returns; throws when the task is canceled.
    ///
    /// - Parameter renewal: called before each check; the development authority renews its own certificate there.
    package func watch(
        every interval: Duration, logger: Logger, renewal: (@Sendable () throws -> Void)? = nil
    ) async throws {
        var lastFailure: String?
        while true {
            try await Task.sleep(for: interval)
            do {
                try renewal?()
                if try reloadIfChanged() {
                    logger.notice("New TLS certificate in use", metadata: ["tls.certificate": "\(files.chain)"])
                }
                lastFailure = nil
            } catch {
                let failure = (error as? DomainError)?.message ?? "\(error)"
                guard failure != lastFailure else { continue }
                lastFailure = failure
                logger.error(
                    "The new TLS certificate is not usable; the old one stays in use", metadata: ["error": "\(failure)"]
                )
            }
        }
    }
}

/// The TLS settings of Mozilla's intermediate guideline (5.7): TLS 1.2 and 1.3, and for 1.2 only forward-secret suites
/// with authenticated encryption. NIOSSL's server default would add TLS 1.0, 1.1 and CBC suites.
enum TLSSettings {
    static func server(chain: [NIOSSLCertificate], key: NIOSSLPrivateKey) -> TLSConfiguration {
        var settings = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        settings.minimumTLSVersion = .tlsv12
        settings.cipherSuiteValues = [
            .TLS_AES_128_GCM_SHA256, .TLS_AES_256_GCM_SHA384, .TLS_CHACHA20_POLY1305_SHA256,
            .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
            .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
            .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
        ]
        settings.applicationProtocols = ["h2", "http/1.1"]
        // A peer that reads nothing does not read the TLS closure either: an aborted connection lives this much longer.
        settings.shutdownTimeout = .seconds(1)
        return settings
    }
}
