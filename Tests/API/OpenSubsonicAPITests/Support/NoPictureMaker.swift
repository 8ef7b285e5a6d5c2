import Accounts
import Primitives

/// This API sets no pictures.
struct NoPictureMaker: PictureMaker {
    func square(_ original: [UInt8]) async throws -> [UInt8] {
        throw DomainError(.unavailable, "There is no one here to make pictures")
    }
}
