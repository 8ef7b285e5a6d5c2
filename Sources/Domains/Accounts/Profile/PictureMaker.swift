/// Makes a profile picture of what somebody has sent: decoded and encoded anew, so that nothing of the file is kept but what can be seen,
/// not even where it was taken.
package protocol PictureMaker: Sendable {
    /// The middle of the picture, as wide as high, as a JPEG file. Throws `unsupportedMediaType` with reason `picture_type` for what cannot be
    /// decoded, and `unavailable`.
    func square(_ original: [UInt8]) async throws -> [UInt8]
}
