package import Primitives

/// Decodes, scales and encodes pictures. Implementations do so outside this process, so that a hostile picture affects
/// nothing else.
package protocol ImageProcessor: Sendable {
    /// The size and colors of a stored picture.
    func facts(of image: BlobKey) async throws(ImageFailure) -> ImageFacts

    /// The encoded bytes. A stored picture is scaled down if it is larger than requested, and never scaled up.
    func render(_ rendition: Rendition) async throws(ImageFailure) -> [UInt8]
}

/// The reason why a picture was not processed.
package enum ImageFailure: Error, Sendable, Equatable {
    /// The picture itself is at fault: it is damaged, too large, or not a picture.
    case broken(FileProblem)
    /// The picture is not stored.
    case missing
    /// The result is unknown: the worker processes have stopped, or the disk cannot be read.
    case unavailable
}

/// Converts pictures of kinds that are not stored as they are. Implementations decode them outside this process.
package protocol ImageConverter: Sendable {
    /// The first picture of `file` as a PNG file of at most 20 MiB, scaled down if it is very large.
    func png(of file: any ReadableFile, _ kind: ForeignImageKind) async throws(ImageFailure) -> [UInt8]
}

/// The entries in the list of broken files for pictures that cannot be shown.
extension FileProblem {
    /// The problem of a picture file.
    package static func unshowable(_ reason: Reason) -> FileProblem {
        FileProblem(reason, "The picture cannot be shown and is no cover: it is \(state(reason)).")
    }

    /// The problem of a picture inside an audio file. The audio file is in the catalog nevertheless.
    package static func unshowablePicture(_ reason: Reason) -> FileProblem {
        FileProblem(.picture, "The picture in the file cannot be shown and is no cover: it is \(state(reason)).")
    }

    private static func state(_ reason: Reason) -> String {
        switch reason {
        case .truncated, .empty: "cut off"
        case .tooLarge, .timeout: "too large"
        case .unsupported: "of an unknown kind"
        case .corrupt, .unreadable, .crashed, .outsideLibrary, .noAudio, .picture: "damaged"
        }
    }
}
