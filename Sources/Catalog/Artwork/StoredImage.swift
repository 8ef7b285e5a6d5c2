package import Blobs

/// A picture ready to be sent.
package struct StoredImage: Sendable, Equatable {
    package let key: BlobKey
    package let kind: ImageKind
    package let bytes: [UInt8]

    package init(key: BlobKey, kind: ImageKind, bytes: [UInt8]) {
        self.key = key
        self.kind = kind
        self.bytes = bytes
    }
}
