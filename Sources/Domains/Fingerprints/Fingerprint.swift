/// The acoustic fingerprint of a recording, independent of its format and bitrate: Chromaprint's numbers for its first
/// two minutes.
///
/// Each number describes about two seconds by the energy of the twelve notes; the next one begins 0.124 s later (4096
/// samples at 11,025 Hz, two thirds of them overlapping). Fingerprints of the same recording have most bits equal,
/// those of different recordings about half. Source: https://acoustid.org/chromaprint, and Chromaprint's
/// `chromaprint.h` for the raw form.
package struct Fingerprint: Sendable, Equatable {
    /// The part of the recording that is analyzed, from its beginning.
    package static let maximumSeconds = 120
    /// About six seconds: with less, different recordings match by chance.
    static let minimumCount = 48
    /// Silence and a single tone give the same few numbers over and over, and would match each other.
    static let minimumVariety = 24
    static let maximumCount = 1200

    package let values: [UInt32]

    /// Nil for values that say too little: too short, silent, or a single tone.
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

    /// Four bytes for each number, the lowest first.
    package var bytes: [UInt8] {
        values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    }
}

/// Compares one fingerprint with many.
package struct FingerprintComparison: Sendable {
    /// The largest shift, ten seconds: one copy may begin with a silence that the other does not have.
    private static let reach = 80
    /// Every fourth number is enough to find the best alignment, and to decide whether a full comparison is worthwhile.
    private static let stride = 4
    private static let promising = 0.64

    private let own: [UInt32]

    package init(_ fingerprint: Fingerprint) {
        own = fingerprint.values
    }

    /// The similarity of two recordings: 1 for the same, about 0 for different ones. It is the share of equal bits
    /// beyond the half that is equal by chance, at the best alignment within ten seconds; at least half of the shorter
    /// one must overlap the other.
    package func similarity(to other: Fingerprint) -> Double {
        let values = other.values
        var best = (agreement: 0.0, shift: 0)
        for shift in -Self.reach...Self.reach {
            let agreement = agreement(values, shift, every: Self.stride)
            if agreement > best.agreement { best = (agreement, shift) }
        }
        guard best.agreement >= Self.promising else { return max(0, 2 * best.agreement - 1) }
        let around = (best.shift - 2...best.shift + 2).map { agreement(values, $0, every: 1) }
        return max(0, 2 * (around.max() ?? 0) - 1)
    }

    /// The match with a subject's fingerprint; nil where they are not similar enough to be the same recording.
    package func match<Subject: Sendable & Equatable>(
        _ subject: @autoclosure () -> Subject, _ other: Fingerprint
    ) -> SoundMatch<Subject>? {
        let similarity = similarity(to: other)
        guard similarity >= SoundMatch<Subject>.threshold else { return nil }
        return SoundMatch(subject: subject(), similarity: similarity)
    }

    /// The share of equal bits if number `i` is aligned with the other's number `i + shift`; 0 if the overlap is too
    /// short.
    private func agreement(_ other: [UInt32], _ shift: Int, every stride: Int) -> Double {
        let (start, end) = (max(0, -shift), min(own.count, other.count - shift))
        guard end - start >= max(Fingerprint.minimumCount / 2, min(own.count, other.count) / 2) else { return 0 }
        var (different, compared) = (0, 0)
        var index = start
        while index < end {
            different += (own[index] ^ other[index + shift]).nonzeroBitCount
            compared += 32
            index += stride
        }
        return 1 - Double(different) / Double(compared)
    }
}

/// An item that sounds like the requested recording.
package struct SoundMatch<Subject: Sendable & Equatable>: Sendable, Equatable {
    /// From this similarity on, two recordings are considered the same. Copies of one recording at 48 kbit/s still have
    /// 0.9; other recordings of the same piece stay below 0.4.
    package static var threshold: Double { 0.6 }
    /// Recordings whose lengths differ by more milliseconds are not compared.
    package static var lengthTolerance: Int64 { 7000 }

    package let subject: Subject
    /// From `threshold` to 1.
    package let similarity: Double

    package init(subject: Subject, similarity: Double) {
        self.subject = subject
        self.similarity = similarity
    }

    /// The durations of recordings to compare with one of `duration` milliseconds.
    package static func durations(near duration: Int64) -> ClosedRange<Int64> {
        let (low, isBelow) = duration.subtractingReportingOverflow(lengthTolerance)
        let (high, isAbove) = duration.addingReportingOverflow(lengthTolerance)
        return (isBelow ? .min : low)...(isAbove ? .max : high)
    }
}
