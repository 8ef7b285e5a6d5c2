import Primitives

/// Where an image is served: its address changes with its content, so caches may keep it for good.
enum ImagePath {
    static func text(_ key: BlobKey) -> String {
        "/api/v1/images/\(key.hex)"
    }
}
