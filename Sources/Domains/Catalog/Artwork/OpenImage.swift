package import Primitives

/// A picture ready to be sent.
package struct OpenImage: Sendable {
    package let key: BlobKey
    package let kind: ImageKind
    package let file: any HeldFile

    package init(key: BlobKey, kind: ImageKind, file: any HeldFile) {
        self.key = key
        self.kind = kind
        self.file = file
    }
}
