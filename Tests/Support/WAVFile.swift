/// A PCM file (RIFF WAVE, 16 bits, stereo, 44.1 kHz) of deterministic noise, for tests that need bytes rather than
/// music.
package enum WAVFile {
    package static func noise(frames: Int, seed: UInt64 = 1) -> [UInt8] {
        let dataSize = UInt32(frames * 4)
        let head: [UInt32] = [
            text("RIFF"), 36 + dataSize, text("WAVE"), text("fmt "), 16, 1 | 2 << 16, 44100, 44100 * 4, 4 | 16 << 16,
            text("data"), dataSize,
        ]
        // Tests make many of these. Writing whole words takes a tenth of the time of single bytes.
        let words = [UInt32](unsafeUninitializedCapacity: head.count + frames) { words, count in
            for index in head.indices { words[index] = head[index].littleEndian }
            var state = seed
            for index in head.count..<head.count + frames {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                words[index] = UInt32(truncatingIfNeeded: state >> 32).littleEndian
            }
            count = head.count + frames
        }
        return words.withUnsafeBytes { Array($0) }
    }

    /// Four characters as a word in the file's byte order.
    private static func text(_ characters: StaticString) -> UInt32 {
        characters.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }
}
