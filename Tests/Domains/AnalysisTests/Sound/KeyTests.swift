import Analysis
import Testing

@Suite("The musical key") struct KeyTests {
    private static let major = [0, 2, 4, 5, 7, 9, 11, 12]
    private static let harmonicMinor = [0, 2, 3, 5, 7, 8, 11, 12]

    /// A scale up and down, followed by the chords of the first, fourth, fifth and first degree.
    private func cadence(tonic: Int, scale: [Int], tuning: Double = 440) -> MusicalKey? {
        var sound = GeneratedSound(seconds: 10, rate: 11_025)
        // The tonic below A4, in semitones above A4.
        let base = tonic - 9 - 12
        for (index, degree) in (scale + scale.reversed()).enumerated() {
            sound.addNote(base + degree, tuning: tuning, from: Double(index) * 0.25, seconds: 0.4)
        }
        for (index, root) in [0, 3, 4, 0].enumerated() {
            for step in [0, 2, 4] {
                let place = root + step
                sound.addNote(
                    base + scale[place % 7] + 12 * (place / 7), tuning: tuning, from: 5 + Double(index), seconds: 1.2)
            }
        }
        return sound.analyzed().key
    }

    @Test("scales and chords of a major key are recognized", arguments: [0, 1, 3, 5, 7, 10])
    func major(tonic: Int) throws {
        let key = try #require(cadence(tonic: tonic, scale: Self.major))
        #expect(key.tonic == tonic && key.mode == .major && key.confidence > 0.3)
    }

    @Test("scales and chords of a minor key are recognized", arguments: [0, 2, 4, 6, 9, 11])
    func minor(tonic: Int) throws {
        let key = try #require(cadence(tonic: tonic, scale: Self.harmonicMinor))
        #expect(key.tonic == tonic && key.mode == .minor && key.confidence > 0.3)
    }

    @Test("the tuning may be a third of a semitone off", arguments: [432.0, 440, 448])
    func tuning(pitch: Double) throws {
        let key = try #require(cadence(tonic: 2, scale: Self.major, tuning: pitch))
        #expect(key.tonic == 2 && key.mode == .major)
    }

    @Test("noise has no significant key")
    func noise() {
        var sound = GeneratedSound(seconds: 8)
        sound.addNoise(0.3)
        #expect((sound.analyzed().key?.confidence ?? 0) < 0.3)
    }
}
