package import Analysis
import Foundation
import HTTPSupport
import Primitives

/// The analysis of a track or of a submission.
struct AnalysisBody: ObjectBody {
    fileprivate static let tonics = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]

    static let component: String? = "Analysis"
    static let fields = Fields<Self> {
        Field("tempo", ifPresent: { $0.sound.sound.tempo }) {
            Field("bpm") { $0.beatsPerMinute.rounded(toPlaces: 2) }
            Field("confidence") { $0.confidence.rounded(toPlaces: 3) }
            Field("alternatives", each: { $0.alternatives }) {
                Field("bpm") { $0.beatsPerMinute.rounded(toPlaces: 2) }
                Field("strength") { $0.strength.rounded(toPlaces: 3) }
                Field("relation", .choice(Tempo.Relation.allCases.map(\.name))) { $0.relation.name }
            }
        }
        Field("key", ifPresent: { $0.sound.sound.key }) {
            Field("tonic", .choice(tonics)) { tonics[$0.tonic] }
            Field("mode", .choice(["major", "minor"])) { $0.mode == .major ? "major" : "minor" }
            Field("confidence") { $0.confidence.rounded(toPlaces: 3) }
        }
        Field("loudness", ifPresent: { $0.sound.loudness }) {
            Field("integratedLUFS") { $0.integrated.rounded(toPlaces: 2) }
            Field("rangeLU") { $0.range.rounded(toPlaces: 2) }
            Field("samplePeakDBFS") { Decibels.of($0.samplePeak) }
            Field("truePeakDBTP") { Decibels.of($0.truePeak) }
            Field("gainDB") { $0.gain.rounded(toPlaces: 2) }
        }
        Field("energy") { $0.sound.sound.energy.rounded(toPlaces: 3) }
        Field("sampleRateHz") { $0.sound.sound.sampleRate }
        Field("frames") { $0.sound.sound.frames }
        Field("padding", ifPresent: { $0.sound.padding }) {
            Field("startFrames") { $0.start }
            Field("endFrames") { $0.end }
        }
        Field("silence", of: { $0 }) {
            Field("startMs") { $0.milliseconds($0.sound.sound.silence.start) }
            Field("endMs") { $0.milliseconds($0.sound.sound.silence.end) }
            Field("startFrames") { $0.sound.sound.silence.start }
            Field("endFrames") { $0.sound.sound.silence.end }
        }
        Field("beats") { $0.sound.sound.rhythm.beats }
        Field("hardPoints") {
            $0.sound.sound.rhythm.hardPoints.map { [$0.time, Int($0.strength), Int($0.band.rawValue)] }
        }
        Field("clipped") { $0.sound.sound.waveform.clipped.map { [$0.start, $0.end] } }
        Field("silent") { $0.sound.sound.waveform.silent.map { [$0.start, $0.end] } }
    }

    let sound: AnalyzedSound

    private func milliseconds(_ frames: Int) -> Int { frames * 1000 / max(1, sound.sound.sampleRate) }
}

/// The tempo, key and energy of a track.
extension TrackFigures: ObjectBody {
    package static let fields = Fields<Self> {
        Field("id") { $0.track }
        Field("bpm") { $0.tempo?.rounded(toPlaces: 2) }
        Field("tempoConfidence") { $0.tempoConfidence.rounded(toPlaces: 3) }
        Field("key", ifPresent: { $0.key }) {
            Field("tonic", .choice(AnalysisBody.tonics)) { AnalysisBody.tonics[$0.tonic] }
            Field("mode", .choice(["major", "minor"])) { $0.mode == .major ? "major" : "minor" }
            Field("confidence") { $0.confidence.rounded(toPlaces: 3) }
        }
        Field("energy") { $0.energy.rounded(toPlaces: 3) }
    }
}

extension Tempo.Relation {
    var name: String { "\(self)" }
}

/// The waveform of a track or of a submission, at one resolution.
struct WaveformBody: ObjectBody {
    static let component: String? = "Waveform"
    static let fields = Fields<Self> {
        Field("pointMs") { $0.pointMilliseconds }
        Field("peaks") { $0.peaks }
        Field("bodies") { $0.bodies }
    }

    private let pointMilliseconds: Double
    private let peaks: [Int]
    private let bodies: [Int]

    init(waveform: Waveform, zoom: WaveformZoom) {
        let (rate, peaks, bodies) =
            switch zoom {
            case .overview: waveform.overview()
            case .detail: (Double(Waveform.pointsPerSecond), waveform.peaks, waveform.bodies)
            }
        pointMilliseconds = (1000 / rate).rounded(toPlaces: 4)
        self.peaks = peaks.map(Int.init)
        self.bodies = bodies.map(Int.init)
    }
}

/// Levels in decibels.
private enum Decibels {
    /// - Parameter level: linear; 1 is full scale.
    static func of(_ level: Double) -> Double {
        level > 0 ? (20 * log10(level)).rounded(toPlaces: 2) : -120
    }
}

extension Double {
    fileprivate func rounded(toPlaces places: Int) -> Double {
        let factor = pow(10, Double(places))
        return (self * factor).rounded() / factor
    }
}
