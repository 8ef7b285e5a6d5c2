import Analysis
import Testing

@Suite("The stored form of an analysis") struct CodecTests {
    private func sample() -> SoundAnalysis {
        var sound = GeneratedSound(seconds: 12)
        for beat in 0..<24 { sound.addClick(at: 0.2 + Double(beat) * 0.48) }
        for note in 0..<20 { sound.addNote([-12, -8, -5, 0][note % 4], from: Double(note) * 0.5, seconds: 0.6) }
        return sound.analyzed()
    }

    @Test("an analysis is read back as written")
    func roundTrip() throws {
        let analysis = sample()
        #expect(analysis.tempo != nil && analysis.key != nil && !analysis.rhythm.hardPoints.isEmpty)
        #expect(SoundAnalysis(bytes: analysis.bytes) == analysis)
        #expect(Waveform(bytes: analysis.waveform.bytes) == analysis.waveform)
        #expect(Rhythm(bytes: analysis.rhythm.bytes) == analysis.rhythm)
        #expect(SoundFeatures(bytes: analysis.features.bytes) == analysis.features)
        let empty = SoundAnalyzer.analysisOfNothing
        #expect(SoundAnalysis(bytes: empty.bytes) == empty)
    }

    @Test("all kinds of waveforms are read back unchanged", arguments: 0..<6)
    func waveforms(kind: Int) {
        var source = GeneratedSound(seconds: 0)
        let peaks = (0..<997).map { index -> UInt8 in
            switch kind {
            case 0: 0
            case 1: 255
            case 2: index.isMultiple(of: 2) ? 255 : 0
            case 3: UInt8(index % 256)
            default: UInt8(127 + 127 * source.random())
            }
        }
        let bodies = peaks.map { kind == 4 ? $0 : $0 / 3 }
        let ranges = [TimeRange(start: 5, end: 7), TimeRange(start: 100, end: 39_000)]
        let waveform = Waveform(peaks: peaks, bodies: bodies, clipped: ranges, silent: [])
        #expect(Waveform(bytes: waveform.bytes) == waveform)
    }

    @Test("a minute of audio takes less than four kilobytes")
    func size() {
        #expect(sample().bytes.count < 1000)
    }

    @Test("damaged bytes are refused or decoded as something valid, and never crash")
    func garbage() {
        let bytes = sample().bytes
        for length in stride(from: 0, to: bytes.count, by: 7) {
            #expect(SoundAnalysis(bytes: bytes.prefix(length)) == nil)
        }
        var source = GeneratedSound(seconds: 0)
        for _ in 0..<1500 {
            var broken = bytes
            for _ in 0..<3 {
                let place = Int((source.random() + 1) / 2.001 * Float(broken.count))
                broken[place] = UInt8(127 + 127 * source.random())
            }
            if let read = SoundAnalysis(bytes: broken) { #expect(SoundAnalysis(bytes: read.bytes) != nil) }
            let random = (0..<60).map { _ in UInt8(127 + 127 * source.random()) }
            for first in [UInt8(1), 255] {
                _ = Waveform(bytes: [first] + random)
                _ = Rhythm(bytes: [first] + random)
                _ = SoundAnalysis(bytes: [first] + random)
            }
        }
    }

    @Test("numbers that would overflow are refused")
    func overflow() {
        let most = [UInt8](repeating: 0xFF, count: 9)
        #expect(Waveform(bytes: [1] + most + most) == nil)
        #expect(Rhythm(bytes: [1] + most + most) == nil)
        #expect(Rhythm(bytes: [1, 1, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0]) == nil)
        #expect(SoundFeatures(bytes: most) == nil)
    }
}

extension SoundAnalyzer {
    fileprivate static var analysisOfNothing: SoundAnalysis { analysis(of: [], rate: 44_100) }
}
