package import Blobs

/// A stored picture ready to be sent.
package struct OpenedImage: Sendable {
    package let key: BlobKey
    package let kind: ImageKind
    package let file: any HeldFile
}
