/// A track's peaks in bytes, as they are stored: about two a peak.
///
/// Version (1), frames (4, little-endian), then of each page of 128 frames how many peaks it has (1), then every peak
/// in two bytes: its frame within the page in the upper 7 bits, its bin in the lower 9.
package enum PeakCodec {
    package static let version: UInt8 = 1
    static let pageFrames = 128
    static let pageShift = 7
    static let binBits = 9
    /// 37 hours, which no track takes.
    package static let maxFrames = 1 << 22

    /// Peaks beyond 255 a page (four seconds) and beyond `maxFrames` are left out.
    package static func encode(_ track: TrackPeaks) -> [UInt8] {
        let frames = min(Int(track.frameCount), maxFrames)
        let pages = pageCount(frames)
        var counts = [UInt8](repeating: 0, count: pages)
        var words: [UInt8] = []
        words.reserveCapacity(track.peaks.count * 2)
        for peak in track.peaks where Int(peak.frame) < frames {
            let page = Int(peak.frame) >> pageShift
            guard counts[page] < 255 else { continue }
            counts[page] += 1
            let word = word(peak)
            words.append(UInt8(truncatingIfNeeded: word))
            words.append(UInt8(word >> 8))
        }
        var bytes: [UInt8] = [version]
        bytes.reserveCapacity(5 + counts.count + words.count)
        for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: frames >> shift)) }
        bytes.append(contentsOf: counts)
        bytes.append(contentsOf: words)
        return bytes
    }

    /// Nil unless the bytes are exactly what `encode` writes.
    package static func decode(_ bytes: [UInt8]) -> TrackPeaks? {
        guard bytes.count >= 5, bytes[0] == version else { return nil }
        let frames = (0..<4).reduce(0) { $0 | Int(bytes[1 + $1]) << (8 * $1) }
        guard frames <= maxFrames else { return nil }
        let pages = pageCount(frames)
        guard bytes.count >= 5 + pages else { return nil }
        let total = bytes[5..<5 + pages].reduce(0) { $0 + Int($1) }
        var position = 5 + pages
        guard bytes.count == position + 2 * total else { return nil }
        var peaks: [SpectralPeak] = []
        peaks.reserveCapacity(total)
        for page in 0..<pages {
            var last = -1
            for _ in 0..<bytes[5 + page] {
                let word = Int(bytes[position]) | Int(bytes[position + 1]) << 8
                position += 2
                let peak = peak(UInt16(word), page: page)
                guard word > last, Int(peak.frame) < frames, Int(peak.bin) < SpectralGrid.binCount else { return nil }
                last = word
                peaks.append(peak)
            }
        }
        return TrackPeaks(frameCount: UInt32(frames), peaks: peaks)
    }

    static func pageCount(_ frames: Int) -> Int { (frames + pageFrames - 1) >> pageShift }

    static func word(_ peak: SpectralPeak) -> UInt16 {
        UInt16(truncatingIfNeeded: peak.frame) << binBits | peak.bin
    }

    static func peak(_ word: UInt16, page: Int) -> SpectralPeak {
        SpectralPeak(frame: UInt32(page << pageShift) | UInt32(word >> binBits), bin: word & 0x1FF)
    }
}
