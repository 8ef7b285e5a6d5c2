package import Primitives

/// Makes pictures of kinds that are not stored ones that are. What implements it decodes them outside this process.
package protocol ImageConverter: Sendable {
    /// The first picture of `file` as a PNG file of at most 20 MiB, made smaller where it is very large.
    func png(of file: any ReadableFile, _ kind: ForeignImageKind) async throws(ImageFailure) -> [UInt8]
}
