package import Primitives

/// Decodes, scales and encodes pictures. What implements it does so outside this process, so that a hostile picture
/// costs nothing but itself.
package protocol ImageProcessor: Sendable {
    /// The size and colors of a stored picture.
    func facts(of image: BlobKey) async throws(ImageFailure) -> ImageFacts

    /// The encoded bytes. A stored picture is made smaller where it is larger than asked, and never larger.
    func render(_ rendition: Rendition) async throws(ImageFailure) -> [UInt8]
}

/// Why nothing came of a picture.
package enum ImageFailure: Error, Sendable, Equatable {
    /// It is the picture's own fault: it is damaged, too large, no picture at all.
    case broken(FileProblem)
    /// The picture itself is not there.
    case missing
    /// Nobody can tell: the processes have stopped, or the disk cannot be read.
    case unavailable
}
