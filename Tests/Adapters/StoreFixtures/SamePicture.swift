import Accounts

/// Gives every picture back as it came; that pictures are decoded is shown on the real server.
struct SamePicture: PictureMaker {
    func square(_ original: [UInt8]) async throws -> [UInt8] { original }
}

extension ShelfFixture {
    /// The beginning of a PNG file, which suffices where pictures are not decoded. Each number has its own.
    package static func picture(_ number: Int = 0) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0] + Array("\(number)".utf8)
    }
}
