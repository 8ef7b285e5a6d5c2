/// How large a picture may be.
enum PictureLimit {
    static let bytes = 20 * 1024 * 1024
}
