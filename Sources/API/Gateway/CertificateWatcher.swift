package import Logging
import Primitives
import ServiceLifecycle

/// Looks at the certificate files every few seconds and takes new ones into use. Content that does not hold is logged once and the
/// old certificate stays.
package struct CertificateWatcher: Service {
    private let source: CertificateSource
    private let renewal: (@Sendable () throws -> Void)?
    private let interval: Duration
    private let logger: Logger

    /// - Parameter renewal: called before each look; the development authority renews its own certificate in it.
    package init(
        source: CertificateSource, interval: Duration = .seconds(5), logger: Logger,
        renewal: (@Sendable () throws -> Void)? = nil
    ) {
        self.source = source
        self.interval = interval
        self.logger = logger
        self.renewal = renewal
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown { try await watch() }
    }

    private func watch() async throws {
        var lastFailure: String?
        while true {
            try await Task.sleep(for: interval)
            do {
                try renewal?()
                if try source.reloadIfChanged() {
                    logger.notice("New TLS certificate in use", metadata: ["tls.certificate": "\(source.files.chain)"])
                }
                lastFailure = nil
            } catch {
                let failure = (error as? DomainError)?.message ?? "\(error)"
                guard failure != lastFailure else { continue }
                lastFailure = failure
                logger.error(
                    "The new TLS certificate does not hold; the old one stays in use", metadata: ["error": "\(failure)"]
                )
            }
        }
    }
}
