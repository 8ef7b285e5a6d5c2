package import Catalog
import Glibc
package import Primitives
import ServiceLifecycle

/// Processes stored pictures in the confined processes of a `MediaWorkerPool`, which may read the folder of pictures
/// and nothing else. As a service it runs those processes.
package struct ImageWorkers: ImageProcessor, Service {
    private let pool: MediaWorkerPool
    private let root: [UInt8]
    private let path: @Sendable (BlobKey) -> [UInt8]

    /// - Parameters:
    /// - pool: a separate pool, because pictures for listeners must not wait behind a scan.
    ///   - root: the folder of pictures, absolute.
    /// - path: the path of a picture in that folder.
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

/// The worker's operations on one picture below its root. Everything here blocks.
struct ImageReading {
    /// The longer side of the image that the colors are computed from: more pixels would not change them.
    private static let colorEdge = 64

    /// The folder of pictures, open.
    let root: LibraryFolder

    func facts(_ path: [UInt8]) throws(FileProblem) -> ImageFacts {
        let image = try ImageDecoder.decode(try content(path), edge: Self.colorEdge)
        return ImageFacts(width: image.width, height: image.height, colors: ColorSet(image.raster).colors())
    }

    func render(_ path: [UInt8], _ output: ImageOutput) throws(FileProblem) -> [UInt8] {
        let image = try ImageDecoder.decode(try content(path), edge: output.size.pixels)
        return try ImageEncoder.encode(output.isSquare ? image.raster.square() : image.raster, as: output.format)
    }

    func draw(_ seed: UInt32, _ output: ImageOutput) throws(FileProblem) -> [UInt8] {
        try ImageEncoder.encode(Drawing.make(seed: seed, edge: output.size.pixels), as: output.format)
    }

    private func content(_ path: [UInt8]) throws(FileProblem) -> [UInt8] {
        let file = try OpenMediaFile(path, below: root)
        guard file.size <= PictureLimit.bytes else {
            throw FileProblem(.tooLarge, "The picture is larger than 20 MiB.")
        }
        return try file.read(at: 0, count: Int(file.size))
    }
}
