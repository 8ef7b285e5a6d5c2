/// What a recording sounds like, whatever format and bitrate it is kept in: Chromaprint's numbers for its first two minutes.
///
/// Each number describes about two seconds by the energy of the twelve notes; the next one begins 0.124 s later (4096 samples at 11,025 Hz, two
/// thirds of them overlapping). Of the same recording most bits are equal, of two others about half.
/// Source: https://acoustid.org/chromaprint, and Chromaprint's `chromaprint.h` for the raw form.
package struct Fingerprint: Sendable, Equatable {
    /// Of the recording, from its beginning.
    package static let maximumSeconds = 120
    /// About six seconds: with less, other recordings look alike by chance.
    static let minimumCount = 48
    /// Silence and a single tone give the same few numbers over and over, and would be like one another.
    static let minimumVariety = 24
    static let maximumCount = 1200

    package let values: [UInt32]

    /// Nil for what tells too little: too short, silent, or one and the same tone.
    package init?(_ values: [UInt32]) {
        let values = values.prefix(Self.maximumCount)
        guard values.count >= Self.minimumCount, Set(values).count >= Self.minimumVariety else { return nil }
        self.values = Array(values)
    }

    /// - Parameter bytes: as `bytes` gives them, and as ffmpeg's muxer `chromaprint` does in its raw form.
    package init?(bytes: some Collection<UInt8>) {
        var values: [UInt32] = []
        values.reserveCapacity(bytes.count / 4)
        var (value, place): (UInt32, UInt32) = (0, 0)
        for byte in bytes {
            value |= UInt32(byte) << place
            place += 8
            if place == 32 {
                values.append(value)
                (value, place) = (0, 0)
            }
        }
        self.init(values)
    }

    /// Four for each number, the lowest first.
    package var bytes: [UInt8] {
        values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    }
}
