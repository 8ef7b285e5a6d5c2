import Blobs
import Catalog
import DiskBlobs
import NIOPosix
import Primitives
import Support
import Testing

@Suite("Artwork") struct ArtworkTests {
    @Test("is given by key to whoever may browse") func image() async throws {
        let folder = try TemporaryFolder()
        let blobs = try await DiskBlobStore.open(folder: folder.path + "/images", pool: .singleton)
        let service = ArtworkService(blobs: blobs)
        let bytes = TextTagReader.picture("x")
        let key = try await blobs.put(bytes)
        let image = try await service.image(key.hex, as: TestCatalogue.listener)
        #expect(image.kind == .png)
        #expect(image.bytes == bytes)
        let text = try await blobs.put(Array("no picture".utf8))
        for wrong in ["", "../../etc/passwd", String(repeating: "0", count: 64), text.hex] {
            await #expect { try await service.image(wrong, as: TestCatalogue.listener) } throws: { error in
                (error as? DomainError)?.code == .notFound
            }
        }
        await #expect(throws: DomainError.self) {
            try await service.image(key.hex, as: Principal(user: ID("x"), role: .anonymous))
        }
    }
}
