import Administration
import NIOPosix
import NetworkClients
import Primitives

/// A reader of other servers under the guard of imports by link, with threads of its own that ask name servers. It works
/// between `start` and `end`.
struct OutgoingReader: Sendable {
    let reader: GuardedReader
    private let resolving: NIOThreadPool

    /// - Parameter threads: the names that are asked for at a time.
    init(_ features: Features, threads: Int, limits: GuardedReader.Limits = GuardedReader.Limits()) throws {
        let (instance, settings) = (features.instance, features.administration.settings)
        resolving = NIOThreadPool(numberOfThreads: threads)
        reader = GuardedReader(
            resolver: SystemNameResolver(pool: resolving),
            fetcher: try PinnedFetcher(
                agent: "Rondo/\(Rondo.version)", authority: instance.settings.linkAuthority),
            limits: limits, networks: { try await settings.current().links.networks })
    }

    func start() { resolving.start() }

    /// Ends the threads. Nobody waits for one that a name server keeps waiting.
    @Sendable func end() { resolving.shutdownGracefully { _ in } }
}
