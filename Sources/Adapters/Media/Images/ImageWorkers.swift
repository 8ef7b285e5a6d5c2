package import Primitives
package import Catalog
import ServiceLifecycle

/// Works on stored pictures in the confined processes of a `MediaWorkerPool`, which may read the folder of pictures and
/// nothing else. As a service it keeps those processes.
package struct ImageWorkers: ImageProcessor, Service {
    private let pool: MediaWorkerPool
    private let root: [UInt8]
    private let path: @Sendable (BlobKey) -> [UInt8]

    /// - Parameters:
    ///   - pool: of its own, because pictures that people wait for shall not stand behind a scan.
    ///   - root: the folder of pictures, absolute.
    ///   - path: where in it a picture lies.
    package init(pool: MediaWorkerPool, root: [UInt8], path: @escaping @Sendable (BlobKey) -> [UInt8]) {
        self.pool = pool
        self.root = root
        self.path = path
    }

    package func run() async {
        await pool.run()
    }

    package func facts(of image: BlobKey) async throws(ImageFailure) -> ImageFacts {
        switch await pool.ask(.describeImage(path(image)), in: root) {
        case .image(let facts): return facts
        case let reply: throw Self.failure(reply)
        }
    }

    package func render(_ rendition: Rendition) async throws(ImageFailure) -> [UInt8] {
        var output = ImageOutput(size: rendition.size, format: rendition.format)
        if case .square = rendition.source { output.isSquare = true }
        let request: WorkerRequest =
            switch rendition.source {
            case .image(let key): .renderImage(path(key), output)
            case .square(let scratch): .renderImage(Array(scratch.path.utf8), output)
            case .drawing(let seed): .draw(seed, output)
            }
        switch await pool.ask(request, in: root) {
        case .bytes(let bytes): return bytes
        case let reply: throw Self.failure(reply)
        }
    }

    private static func failure(_ reply: WorkerReply) -> ImageFailure {
        guard case .problem(let problem) = reply else { return .unavailable }
        if [.givenUp, .stopped, .unstartable].contains(problem) { return .unavailable }
        guard problem.reason == .unreadable else { return .broken(problem) }
        return problem.detail == OpenMediaFile.missing ? .missing : .unavailable
    }
}
