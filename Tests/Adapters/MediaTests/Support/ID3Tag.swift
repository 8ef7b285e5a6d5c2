/// An ID3v2.4 tag with the frames that ffmpeg does not write. https://id3.org/id3v2.4.0-frames
struct ID3Tag {
    private var frames: [UInt8] = []

    /// A text frame of one or more values, in UTF-8.
    mutating func add(_ name: String, _ values: String...) {
        add(name, [3] + Self.joined(values))
    }

    mutating func addDescribed(_ description: String, _ values: String...) {
        add("TXXX", [3] + Self.joined([description] + values))
    }

    mutating func add(_ name: String, _ content: [UInt8]) {
        frames += Array(name.utf8) + Self.synchsafe(content.count) + [0, 0] + content
    }

    /// The tag, to be placed before the audio of an MP3.
    var bytes: [UInt8] { Array("ID3".utf8) + [4, 0, 0] + Self.synchsafe(frames.count) + frames }

    private static func joined(_ values: [String]) -> [UInt8] {
        Array(values.map { Array($0.utf8) }.joined(separator: [0]))
    }

    private static func synchsafe(_ value: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8((value >> $0) & 0x7F) }
    }
}
