/// What a file is likely to be, by its name alone; what it is indeed, its content says later.
enum FileKind {
    case music, picture, text, other

    private static let musicExtensions: Set<String> = [
        "mp3", "flac", "ogg", "oga", "opus", "m4a", "m4b", "mp4", "aac", "wav", "wave", "aif", "aiff", "aifc", "wma",
        "asf", "ape", "wv",
    ]
    private static let pictureExtensions: Set<String> = [
        "jpg", "jpeg", "png", "webp", "gif", "avif", "bmp", "tif", "tiff",
    ]
    private static let textExtensions: Set<String> = ["lrc", "txt", "nfo"]

    init(_ name: [UInt8]) {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else {
            self = .other
            return
        }
        let suffix = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
        if Self.musicExtensions.contains(suffix) {
            self = .music
        } else if Self.pictureExtensions.contains(suffix) {
            self = .picture
        } else if Self.textExtensions.contains(suffix) {
            self = .text
        } else {
            self = .other
        }
    }
}
