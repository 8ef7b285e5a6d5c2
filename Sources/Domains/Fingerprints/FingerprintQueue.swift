package import Primitives
import Catalog
package import Logging
package import Streaming

/// Computes the fingerprints of the libraries' tracks in the background, one at a time, whenever the catalog has not
/// changed for a while.
package struct FingerprintQueue: Sendable {
    private static let page = 64

    private let store: any FingerprintStore
    private let sources: any TrackSources
    private let files: any AudioFiles
    private let fingerprinter: any Fingerprinter
    private let rest: Duration
    private let logger: Logger

    /// - Parameter rest: the quiet period without changes in the catalog before it begins.
    package init(
        store: any FingerprintStore, sources: any TrackSources, files: any AudioFiles,
        fingerprinter: any Fingerprinter, rest: Duration, logger: Logger
    ) {
        self.store = store
        self.sources = sources
        self.files = files
        self.fingerprinter = fingerprinter
        self.rest = rest
        self.logger = logger
    }

    /// Runs until it is cancelled.
    package func run() async throws {
        while true {
            try await waitForQuietPeriod()
            do {
                try await work()
            } catch let error as DomainError {
                logger.warning("Tracks could not be analyzed", metadata: ["error.message": "\(error.message)"])
            }
            let revision = sources.revision
            while sources.revision == revision { try await Task.sleep(for: rest) }
        }
    }

    /// Analyzes all pending tracks. Returns early if no track can be analyzed at present.
    package func work() async throws {
        while true {
            let pending = try await store.due(limit: Self.page)
            for track in pending {
                try Task.checkCancellation()
                do throws(FingerprintFailure) {
                    try await analyze(track)
                } catch {
                    return
                }
            }
            if pending.isEmpty { return }
        }
    }

    /// Analyzes one track. Throws only failures that concern every track.
    private func analyze(_ pending: PendingFingerprint) async throws(FingerprintFailure) {
        do {
            guard let source = try await sources.source(of: pending.track), !source.isMissing,
                let file = try await files.open(source.path, in: source.root)
            else { return try await store.skip(pending) }
            try await store.record(FingerprintFinding(pending, try await fingerprint(of: file)))
        } catch {
            throw .unavailable
        }
    }

    /// The fingerprint; nil if it says too little or the file cannot be decoded. Such a file is not analyzed again
    /// until it changes.
    private func fingerprint(of file: any ReadableFile) async throws(FingerprintFailure) -> Fingerprint? {
        do throws(FingerprintFailure) {
            return try await fingerprinter.fingerprint(of: file, background: true)
        } catch .broken {
            return nil
        }
    }

    private func waitForQuietPeriod() async throws {
        var revision = sources.revision
        while true {
            try await Task.sleep(for: rest)
            if sources.revision == revision { return }
            revision = sources.revision
        }
    }
}
