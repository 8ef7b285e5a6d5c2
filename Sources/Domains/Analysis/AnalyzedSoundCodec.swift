package import Fingerprints

extension AnalyzedSound {
    private static let format: UInt8 = 1

    /// All of it in a compact form: parts after their lengths. What is missing is an empty part.
    package var bytes: [UInt8] {
        var writer = CompactWriter()
        writer.put(byte: Self.format)
        writer.put(part: sound.bytes)
        writer.put(part: loudness?.bytes ?? [])
        writer.put(part: padding?.bytes ?? [])
        writer.put(part: peaks)
        writer.put(part: fingerprint?.bytes ?? [])
        return writer.bytes
    }

    /// Nil for bytes that `bytes` does not write.
    package init?(bytes: some Collection<UInt8>) {
        var reader = CompactReader(bytes)
        guard reader.byte() == Self.format, let sound = reader.part().flatMap({ SoundAnalysis(bytes: $0) }),
            let loudness = reader.part(), let padding = reader.part(), let peaks = reader.part(),
            let fingerprint = reader.part(), reader.isAtEnd
        else { return nil }
        let (level, ends) = (Loudness(bytes: loudness), EncoderPadding(bytes: padding))
        guard loudness.isEmpty || level != nil, padding.isEmpty || ends != nil else { return nil }
        self.init(
            sound: sound, loudness: level, padding: ends, peaks: Array(peaks),
            fingerprint: Fingerprint(bytes: fingerprint))
    }

    /// The decoded length.
    package var durationMilliseconds: Int64 { Int64(sound.frames) * 1000 / Int64(max(1, sound.sampleRate)) }

    /// The same with these peaks and this fingerprint, which are made and stored apart.
    package func with(peaks: [UInt8], fingerprint: Fingerprint?) -> AnalyzedSound {
        AnalyzedSound(sound: sound, loudness: loudness, padding: padding, peaks: peaks, fingerprint: fingerprint)
    }
}

extension Loudness {
    fileprivate var bytes: [UInt8] {
        var writer = CompactWriter()
        for value in [integrated, range, samplePeak, truePeak] { writer.put(value) }
        writer.put(bytes: histogram.bytes)
        return writer.bytes
    }

    fileprivate init?(bytes: some Collection<UInt8>) {
        var reader = CompactReader(bytes)
        guard let integrated = reader.float(), let range = reader.float(), let samplePeak = reader.float(),
            let truePeak = reader.float(), let rest = reader.bytes(reader.remaining),
            let histogram = LoudnessHistogram(bytes: rest)
        else { return nil }
        self.init(
            integrated: integrated, range: range, samplePeak: samplePeak, truePeak: truePeak, histogram: histogram)
    }
}

extension EncoderPadding {
    fileprivate var bytes: [UInt8] {
        var writer = CompactWriter()
        writer.put(start)
        writer.put(end)
        return writer.bytes
    }

    fileprivate init?(bytes: some Collection<UInt8>) {
        var reader = CompactReader(bytes)
        guard let start = reader.number(), let end = reader.number(), reader.isAtEnd else { return nil }
        self.init(start: start, end: end)
    }
}

extension LoudnessHistogram {
    /// For each step that occurs the distance to the one before and its count: some hundred bytes.
    package var bytes: [UInt8] {
        var (writer, last) = (CompactWriter(), 0)
        for (step, count) in counts.sorted(by: { $0.key < $1.key }) {
            writer.put(step - last)
            writer.put(count)
            last = step
        }
        return writer.bytes
    }

    /// Nil for bytes that `bytes` does not write.
    package init?(bytes: some Collection<UInt8>) {
        var reader = CompactReader(bytes)
        var (counts, step) = ([Int: Int](), 0)
        while !reader.isAtEnd {
            guard let distance = reader.number(), let count = reader.number(), step + distance <= Self.highest,
                counts.updateValue(count, forKey: step + distance) == nil
            else { return nil }
            step += distance
        }
        self.init(counts)
    }
}
