import Analysis
import Recognition

/// Passes one decoded file through all measurements, a tenth of a second at a time.
enum SoundMeasurement {
    /// The samples that the fingerprint is made from: two minutes at 11,025 Hz.
    private static let mostBeginning = 120 * 11_025
    /// A day.
    private static let mostSeconds: Int64 = 24 * 3600

    static func measure(_ source: consuming some SoundSource & ~Copyable) throws(SoundProblem) -> MeasuredSound {
        let (rate, channels) = (source.sampleRate, source.channels)
        guard SoundAnalyzer.supports(sampleRate: rate, channels: channels) else { throw .unsupported }
        var meter = try LoudnessMeter(sampleRate: rate, channels: channels)
        var analyzer = SoundAnalyzer(sampleRate: rate, channels: channels)
        var peaks = PeakExtractor()
        var beginning: [UInt8] = []
        func use(_ stream: DerivedStream, _ samples: UnsafeBufferPointer<Float>) {
            switch stream {
            case .mono8000: peaks.add(samples)
            case .mono11025:
                for sample in samples.prefix(mostBeginning - beginning.count / 2) {
                    let value = Int16(max(-32_768, min(32_767, (sample * 32_767).rounded())))
                    beginning.append(UInt8(truncatingIfNeeded: value))
                    beginning.append(UInt8(truncatingIfNeeded: value >> 8))
                }
            }
        }
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: meter.blockFrames * channels)
        defer { buffer.deallocate() }
        var frames: Int64 = 0
        while true {
            let count = try source.read(into: buffer)
            let block = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(buffer)[..<(count - count % channels)])
            guard !block.isEmpty else { break }
            clean(buffer, block.count)
            meter.add(block)
            analyzer.add(block, use)
            frames += Int64(block.count / channels)
            guard frames <= mostSeconds * Int64(rate) else { throw .tooLong }
        }
        guard frames > 0 else { throw .broken }
        let sound = analyzer.finish(use)
        return MeasuredSound(
            sound: sound, loudness: meter.finish(truePeak: sound.truePeak), padding: nil,
            peaks: PeakCodec.encode(peaks.finish()), beginning: beginning)
    }

    /// Makes silence of what is no number, which files with floating-point samples may hold.
    private static func clean(_ buffer: UnsafeMutableBufferPointer<Float>, _ count: Int) {
        var sum: Float = 0
        for index in 0..<count { sum += buffer[index] * 0 }
        guard sum.isNaN else { return }
        for index in 0..<count where !buffer[index].isFinite { buffer[index] = 0 }
    }
}
