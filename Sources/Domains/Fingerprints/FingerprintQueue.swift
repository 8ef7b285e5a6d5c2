package import Primitives
import Catalog
package import Logging
package import Streaming

/// Listens to the libraries in the background, one track at a time, whenever they have been at rest for a while.
package struct FingerprintQueue: Sendable {
    private static let page = 64

    private let store: any FingerprintStore
    private let sources: any TrackSources
    private let files: any AudioFiles
    private let fingerprinter: any Fingerprinter
    private let rest: Duration
    private let logger: Logger

    /// - Parameter rest: how long nothing may have changed in the catalogue before it begins.
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
            try await waitForRest()
            do {
                try await work()
            } catch let error as DomainError {
                logger.warning("Tracks could not be listened to", metadata: ["error.message": "\(error.message)"])
            }
            let revision = sources.revision
            while sources.revision == revision { try await Task.sleep(for: rest) }
        }
    }

    /// Listens to all that is due; ends early when nothing can be listened to at present.
    package func work() async throws {
        while true {
            let due = try await store.due(limit: Self.page)
            for task in due {
                try Task.checkCancellation()
                do throws(FingerprintFailure) {
                    try await listen(to: task)
                } catch {
                    return
                }
            }
            if due.isEmpty { return }
        }
    }

    /// Throws what concerns every track.
    private func listen(to due: PendingFingerprint) async throws(FingerprintFailure) {
        do {
            guard let source = try await sources.source(of: due.track), !source.isMissing,
                let file = try await files.open(source.path, in: source.root)
            else { return try await store.skip(due) }
            try await store.record(FingerprintFinding(due, try await fingerprint(of: file)))
        } catch {
            throw .unavailable
        }
    }

    /// Nil for what tells nothing or cannot be decoded, too: it is not listened to again until it changes.
    private func fingerprint(of file: any ReadableFile) async throws(FingerprintFailure) -> Fingerprint? {
        do throws(FingerprintFailure) {
            return try await fingerprinter.fingerprint(of: file, background: true)
        } catch .broken {
            return nil
        }
    }

    private func waitForRest() async throws {
        var revision = sources.revision
        while true {
            try await Task.sleep(for: rest)
            if sources.revision == revision { return }
            revision = sources.revision
        }
    }
}
