import Catalog
import Glibc

/// What a worker does with one picture below its root. Everything here blocks.
struct ImageReading {
    /// The longer side of what colors are told from: more would tell the same.
    private static let colorEdge = 64

    /// The folder of pictures, open.
    private let root: LibraryFolder

    init(root: LibraryFolder) {
        self.root = root
    }

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
