/// A RIFF/WAVE file of 16-bit stereo sound.
enum WaveFile {
    static func bytes(of samples: [Int16]) -> [UInt8] {
        let size = UInt32(clamping: samples.count * 2)
        let rate = UInt32(DemoSynthesizer.sampleRate)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(samples.count * 2 + 44)
        func little(_ number: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
        }
        bytes += Array("RIFF".utf8) + little(size &+ 36, 4) + Array("WAVEfmt ".utf8)
        bytes += little(16, 4) + little(1, 2) + little(2, 2) + little(rate, 4) + little(rate * 4, 4)
        bytes += little(4, 2) + little(16, 2) + Array("data".utf8) + little(size, 4)
        samples.withUnsafeBytes { bytes.append(contentsOf: $0) }
        return bytes
    }
}
