package import Primitives

/// A picture ready to be sent.
package struct OpenImage: Sendable {
    package let key: BlobKey
    package let kind: ImageKind
    package let file: any ReadableFile

    package init(key: BlobKey, kind: ImageKind, file: any ReadableFile) {
        self.key = key
        self.kind = kind
        self.file = file
    }
}
