/// All that `SoundAnalyzer` finds in the samples of one recording.
package struct SoundAnalysis: Sendable, Equatable {
    /// Frames a second of the source.
    package let sampleRate: Int
    package let channels: Int
    /// The exact length.
    package let frames: Int
    /// The highest level between samples too, linear: 1 is full scale (`TruePeak`).
    package let truePeak: Double
    package let silence: EdgeSilence
    package let waveform: Waveform
    /// Nil where there is no regular pulse: speech, drones, silence.
    package let tempo: Tempo?
    /// Empty where `tempo` is nil.
    package let rhythm: Rhythm
    /// Nil where no notes stand out.
    package let key: MusicalKey?
    /// How lively the sound is, from 0 (quiet, slow, dark) to 1 (loud, dense, bright).
    package let energy: Double
    package let features: SoundFeatures
}

/// The frames at both ends in which every sample is below −60 dBFS. In a silent recording all frames are in `start`.
package struct EdgeSilence: Sendable, Equatable {
    /// Linear.
    static let threshold: Float = 0.001

    /// Frames of the source before the first sound.
    package let start: Int
    /// Frames of the source after the last sound.
    package let end: Int
}

/// The speed of the music.
package struct Tempo: Sendable, Equatable {
    package let beatsPerMinute: Double
    /// From 0 to 1. Below 0.2 the pulse is weak and the tempo a guess.
    package let confidence: Double
    /// Other speeds at which the music may be counted, the likeliest first.
    package let alternatives: [Alternative]

    /// Whether the pulse is strong enough for the tempo to be shown and sorted by.
    package var isCertain: Bool { confidence >= 0.3 }

    package struct Alternative: Sendable, Equatable {
        package let beatsPerMinute: Double
        /// The strength of this pulse, relative to that of the tempo.
        package let strength: Double
        package let relation: Relation
    }

    /// The proportion of an alternative to the tempo.
    package enum Relation: UInt8, Sendable, CaseIterable {
        case half, double, third, triple, other
    }
}

/// The key of the music.
package struct MusicalKey: Sendable, Equatable {
    package enum Mode: UInt8, Sendable, CaseIterable {
        case major, minor
    }

    /// Semitones above C, from 0 to 11.
    package let tonic: Int
    package let mode: Mode
    /// From 0 to 1.
    package let confidence: Double

    package init(tonic: Int, mode: Mode, confidence: Double) {
        self.tonic = tonic
        self.mode = mode
        self.confidence = confidence
    }
}

/// The times at which the music beats.
package struct Rhythm: Sendable, Equatable {
    /// Milliseconds from the beginning, ascending.
    package let beats: [Int]
    /// In ascending order of time.
    package let hardPoints: [HardPoint]
}

/// A strong beat: the onset of a sound on or near a beat that is stronger than most around it.
package struct HardPoint: Sendable, Equatable {
    /// The part of the spectrum in which the onset is strongest.
    package enum Band: UInt8, Sendable, CaseIterable {
        /// Below 200 Hz: kick drum, bass.
        case low
        /// 200 to 2,000 Hz: snare, voice, most instruments.
        case mid
        /// Above 2,000 Hz: cymbals, consonants.
        case high
    }

    /// Milliseconds from the beginning.
    package let time: Int
    /// Relative to the strongest onset of the recording.
    package let strength: UInt8
    package let band: Band
}
