import Analysis
import Testing

@Suite("The waveform and the silence at both ends") struct WaveformTests {
    @Test("the frames below −60 dB at both ends are counted exactly", arguments: [8000, 44_100, 44_056], [1, 2, 5])
    func silence(rate: Int, channels: Int) {
        var samples = [Float](repeating: 0.0009, count: rate * 2 * channels)
        let (first, last) = (1234, rate + 4321)
        for frame in first...last { samples[frame * channels + (frame == first ? channels - 1 : 0)] = 0.0011 }
        let result = analysis(of: samples, rate: rate, channels: channels, block: 999)
        #expect(result.frames == rate * 2)
        #expect(result.silence == EdgeSilence(start: first, end: rate * 2 - 1 - last))
    }

    @Test("a silent recording counts as silence at its start")
    func allSilent() {
        let result = analysis(of: [Float](repeating: 0, count: 44_100), rate: 44_100)
        #expect(result.silence == EdgeSilence(start: 44_100, end: 0))
        #expect(result.waveform.silent == [TimeRange(start: 0, end: 1000)])
        #expect(result.waveform.peaks.allSatisfy { $0 == 0 })
    }

    @Test("levels are square roots of amplitudes, at 25 points a second")
    func levels() {
        // Square waves whose peak and RMS are equal, a quarter of a second each at 1, 1/4, 1/16 and 0.
        let samples = (0..<22_050).map { frame in
            let amplitude: Float = [0.98, 0.25, 0.0625, 0][frame * 4 / 22_050]
            return frame.isMultiple(of: 2) ? amplitude : -amplitude
        }
        let waveform = analysis(of: samples, rate: 22_050).waveform
        #expect(waveform.peaks.count == 25 && waveform.bodies.count == 25)
        for (point, level) in [(2, UInt8(252)), (9, 128), (15, 64), (22, 0)] {
            #expect(waveform.peaks[point] == level && waveform.bodies[point] == level)
        }
    }

    @Test("the overview has the highest peaks and the mean power, in at most a thousand points")
    func overview() {
        let waveform = Waveform(
            peaks: (0..<2500).map { UInt8($0 % 100) }, bodies: (0..<2500).map { _ in 40 }, clipped: [], silent: [])
        let overview = waveform.overview()
        #expect(overview.peaks.count == 834 && overview.bodies.count == 834)
        #expect(overview.peaks.prefix(3) == [2, 5, 8] && overview.bodies.allSatisfy { $0 == 40 })
        #expect(abs(overview.pointsPerSecond - 25.0 / 3) < 1e-9)
        #expect(Waveform(peaks: [], bodies: [], clipped: [], silent: []).overview().peaks.isEmpty)
    }

    @Test("three consecutive samples at full scale are clipped, two are not, in any channel and across blocks")
    func clipping() {
        var samples = [Float](repeating: 0.1, count: 2 * 44_100)
        for frame in 10_000..<10_003 { samples[2 * frame + 1] = 1 }
        for frame in 20_000..<20_002 { samples[2 * frame] = -1 }
        for frame in 30_000..<35_000 { samples[2 * frame] = 1.2 }
        for block in [1, 3, 4096] {
            let clipped = analysis(of: samples, rate: 44_100, channels: 2, block: block).waveform.clipped
            #expect(clipped == [TimeRange(start: 226, end: 227), TimeRange(start: 680, end: 794)])
        }
    }

    @Test("half a second of silence in the middle is marked, shorter silence is not")
    func silentRanges() {
        var samples = [Float](repeating: 0.1, count: 5 * 8000)
        for frame in 8000..<14_400 { samples[frame] = 0 }
        for frame in 24_000..<26_000 { samples[frame] = 0 }
        #expect(analysis(of: samples, rate: 8000).waveform.silent == [TimeRange(start: 1000, end: 1800)])
    }
}
