import Primitives

/// What the parser's callbacks fill while one file is read.
final class TagCollector {
    var tags = RawTags()
    /// The front cover if there is one, else the first picture.
    private(set) var picture: [UInt8]?
    private var isFront = false

    func add(pictureType: CInt, _ bytes: UnsafeRawBufferPointer) {
        let front = pictureType == 3
        guard picture == nil || (front && !isFront), bytes.count <= PictureLimit.bytes,
            ImageKind(sniffing: bytes) != nil || ForeignImageKind(sniffing: bytes) != nil
        else { return }
        picture = Array(bytes)
        isFront = front
    }
}
