package import Fingerprints

extension AnalyzedSound {
    /// The largest part that is read.
    private static let mostBytes = 64 << 20

    /// All of it in a compact form: a list of parts, each after its length. An empty part is one that is missing.
    package var bytes: [UInt8] {
        var parts = PartWriter()
        parts.put(sound.bytes)
        parts.put(loudness.map(\.bytes) ?? [])
        parts.put(loudness?.histogram.bytes ?? [])
        parts.put(padding.map { PartWriter.numbers([$0.start, $0.end]) } ?? [])
        parts.put(peaks)
        parts.put(fingerprint?.bytes ?? [])
        return parts.bytes
    }

    /// Nil for bytes that `bytes` does not write.
    package init?(bytes: some Collection<UInt8>) {
        var parts = PartReader(Array(bytes), limit: Self.mostBytes)
        guard let first = parts.next(), let sound = SoundAnalysis(bytes: first), let figures = parts.next(),
            let counts = parts.next(), let padding = parts.next(), let peaks = parts.next(),
            let numbers = parts.next(), parts.isAtEnd
        else { return nil }
        var loudness: Loudness?
        if !figures.isEmpty {
            guard let histogram = LoudnessHistogram(bytes: counts),
                let read = Loudness(bytes: figures, histogram: histogram)
            else { return nil }
            loudness = read
        }
        var ends: EncoderPadding?
        if !padding.isEmpty {
            guard let values = PartReader.numbers(padding), values.count == 2 else { return nil }
            ends = EncoderPadding(start: values[0], end: values[1])
        }
        self.init(
            sound: sound, loudness: loudness, padding: ends, peaks: peaks, fingerprint: Fingerprint(bytes: numbers))
    }

    /// The decoded length.
    package var durationMilliseconds: Int64 { Int64(sound.frames) * 1000 / Int64(max(1, sound.sampleRate)) }

    /// The same with these peaks and this fingerprint, which are made and stored apart.
    package func with(peaks: [UInt8], fingerprint: Fingerprint?) -> AnalyzedSound {
        AnalyzedSound(sound: sound, loudness: loudness, padding: padding, peaks: peaks, fingerprint: fingerprint)
    }
}

extension Loudness {
    /// The four figures, without the histogram.
    package var bytes: [UInt8] {
        [integrated, range, samplePeak, truePeak].flatMap { value in
            let bits = Float(value).bitPattern
            return (0..<4).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
        }
    }

    package init?(bytes: [UInt8], histogram: LoudnessHistogram) {
        guard bytes.count == 16 else { return nil }
        let values = stride(from: 0, to: 16, by: 4).map { start in
            Double(Float(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << ($1 * 8) }))
        }
        guard values.allSatisfy(\.isFinite) else { return nil }
        self.init(
            integrated: values[0], range: values[1], samplePeak: values[2], truePeak: values[3], histogram: histogram)
    }
}

/// Writes parts of bytes, each after its length in four bytes, little-endian.
struct PartWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ part: [UInt8]) {
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: part.count >> ($0 * 8)) }
        bytes += part
    }

    /// Numbers from 0 to 2^32 - 1, four bytes each.
    static func numbers(_ values: [Int]) -> [UInt8] {
        values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    }
}

/// Reads what `PartWriter` writes. Returns nil where the bytes are something else.
struct PartReader {
    private let bytes: [UInt8]
    private let limit: Int
    private var offset = 0

    init(_ bytes: [UInt8], limit: Int) {
        self.bytes = bytes
        self.limit = limit
    }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func next() -> [UInt8]? {
        guard bytes.count - offset >= 4 else { return nil }
        let count = (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << ($1 * 8) }
        guard count <= limit, bytes.count - offset - 4 >= count else { return nil }
        offset += 4 + count
        return Array(bytes[offset - count..<offset])
    }

    static func numbers(_ bytes: [UInt8]) -> [Int]? {
        guard bytes.count.isMultiple(of: 4) else { return nil }
        return stride(from: 0, to: bytes.count, by: 4).map { start in
            (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << ($1 * 8) }
        }
    }
}
