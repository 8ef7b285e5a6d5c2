import Analysis
import Testing

@Suite("Tempo, beats and hard points") struct TempoTests {
    private func clicks(_ beatsPerMinute: Double, seconds: Double = 10) -> (times: [Double], sound: GeneratedSound) {
        var sound = GeneratedSound(seconds: seconds)
        let times = Array(stride(from: 0.3, to: seconds - 0.2, by: 60 / beatsPerMinute))
        for time in times { sound.addClick(at: time) }
        return (times, sound)
    }

    @Test(
        "the tempo of clicks is found within one percent",
        arguments: [60.0, 69, 84, 97, 120, 137, 165, 200])
    func tempo(beatsPerMinute: Double) throws {
        let tempo = try #require(clicks(beatsPerMinute).sound.analyzed().tempo)
        let found =
            [tempo.beatsPerMinute]
            + tempo.alternatives.filter {
                $0.relation == .half || $0.relation == .double
            }.map(\.beatsPerMinute)
        #expect(found.contains { abs($0 / beatsPerMinute - 1) < 0.01 })
        #expect(tempo.confidence > 0.7)
    }

    @Test("hard points and beats are within 20 ms of the clicks", arguments: [70.0, 100, 160])
    func times(beatsPerMinute: Double) {
        let (times, sound) = clicks(beatsPerMinute)
        let rhythm = sound.analyzed().rhythm
        func error(_ milliseconds: Int) -> Double {
            times.map { abs($0 * 1000 - Double(milliseconds)) }.min()!
        }
        #expect(rhythm.hardPoints.count > times.count / 2)
        #expect(rhythm.hardPoints.allSatisfy { error($0.time) <= 20 })
        #expect(rhythm.beats.count >= times.count - 2)
        #expect(rhythm.beats.allSatisfy { error($0) <= 20 })
    }

    @Test("strong beats are hard points and weak ones are not")
    func strength() {
        var sound = GeneratedSound(seconds: 16)
        for beat in 0..<30 {
            sound.addClick(at: 0.3 + Double(beat) * 0.5, amplitude: beat.isMultiple(of: 4) ? 0.8 : 0.004)
        }
        sound.addNoise(0.001)
        let points = sound.analyzed().rhythm.hardPoints
        #expect(!points.isEmpty)
        let onStrong = points.filter { point in
            (0..<8).contains { abs(Double(point.time) - 300 - Double($0) * 2000) <= 20 }
        }
        #expect(onStrong.count * 10 >= points.count * 8)
    }

    @Test(
        "a hard point's band is the frequency band of its sound",
        arguments: [(60.0, HardPoint.Band.low), (800, .mid), (6000, .high)])
    func bands(frequency: Double, band: HardPoint.Band) {
        var sound = GeneratedSound(seconds: 10)
        for beat in 0..<18 { sound.addTone(frequency, at: 0.3 + Double(beat) * 0.5) }
        sound.addNoise(0.002)
        let points = sound.analyzed().rhythm.hardPoints
        #expect(points.count > 6 && points.filter { $0.band == band }.count * 10 >= points.count * 9)
    }

    @Test("noise, a drone and random clicks have no beats")
    func beatless() {
        var noise = GeneratedSound(seconds: 12)
        noise.addNoise(0.3)
        var drone = GeneratedSound(seconds: 12)
        for note in [-24, -17, -12] { drone.addNote(note, from: 0, seconds: 1000) }
        var random = GeneratedSound(seconds: 20)
        for _ in 0..<40 { random.addClick(at: Double(random.random() + 1) * 9.9) }
        for sound in [noise, drone, random] {
            let result = sound.analyzed()
            #expect((result.tempo?.confidence ?? 0) < 0.3)
        }
    }
}
