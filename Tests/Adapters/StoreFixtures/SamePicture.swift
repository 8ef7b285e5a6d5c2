import Accounts

/// Returns every picture unchanged. Tests of the real server cover the decoding of pictures.
struct SamePicture: PictureMaker {
    func square(_ original: [UInt8]) async throws -> [UInt8] { original }
}

extension ShelfFixture {
    /// The start of a PNG file, which suffices where pictures are not decoded. It differs for each number.
    package static func picture(_ number: Int = 0) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0] + Array("\(number)".utf8)
    }
}
