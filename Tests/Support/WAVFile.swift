/// A PCM file (RIFF WAVE, 16 bits, stereo, 44.1 kHz) of deterministic noise, for tests that need bytes more than music.
package enum WAVFile {
    package static func noise(frames: Int, seed: UInt64 = 1) -> [UInt8] {
        var bytes: [UInt8] = []
        let dataSize = UInt32(frames * 4)
        bytes.reserveCapacity(Int(dataSize) + 44)
        func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
        func append32(_ value: UInt32) { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }
        func append16(_ value: UInt16) { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }
        append("RIFF")
        append32(36 + dataSize)
        append("WAVEfmt ")
        append32(16)
        append16(1)
        append16(2)
        append32(44100)
        append32(44100 * 4)
        append16(4)
        append16(16)
        append("data")
        append32(dataSize)
        var state = seed
        for _ in 0..<frames {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            append32(UInt32(truncatingIfNeeded: state >> 32))
        }
        return bytes
    }
}
