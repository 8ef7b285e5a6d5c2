import Foundation
import Subprocess
import SystemPackage

/// Plays a track: a plucked arpeggio over a soft pad and a bass, always the same.
struct DemoSynthesizer {
    static let sampleRate = 44_100

    let piece: DemoPiece

    /// Stereo, interleaved.
    func samples() -> [Int16] {
        let count = Int(piece.seconds * Double(Self.sampleRate))
        var left = [Float](repeating: 0, count: count)
        var right = left
        let beat = 60 / piece.tempo
        let bar = beat * 4
        // The last bar is left for the fade-out.
        for index in 0..<max(1, Int(piece.seconds / bar)) {
            let chord = piece.chords[index % piece.chords.count]
            let start = Double(index) * bar
            add(
                note: piece.root + chord[0] - 12, at: start, lasting: bar * 1.1, loudness: 0.20, pan: 0.5, attack: 0.02,
                to: &left, &right)
            for (voice, semitone) in chord.enumerated() {
                let pan = 0.2 + 0.6 * Double(voice) / Double(max(1, chord.count - 1))
                add(
                    note: piece.root + semitone, at: start, lasting: bar * 1.2, loudness: 0.06, pan: pan, attack: 0.6,
                    to: &left, &right)
            }
            for step in 0..<8 {
                // Up and down again, an octave higher.
                let climb = step < 5 ? step : 8 - step
                let semitone = chord[climb % chord.count] + 12 * (climb / chord.count) + 12
                add(
                    note: piece.root + semitone, at: start + Double(step) * beat / 2, lasting: beat * 1.6,
                    loudness: step == 0 ? 0.16 : 0.12, pan: step.isMultiple(of: 2) ? 0.35 : 0.65, attack: 0.004,
                    to: &left, &right)
            }
        }
        return mixed(left, right)
    }

    private func add(
        note: Int, at start: Double, lasting length: Double, loudness: Double, pan: Double, attack: Double,
        to left: inout [Float], _ right: inout [Float]
    ) {
        let rate = Double(Self.sampleRate)
        let first = Int(start * rate)
        let count = min(Int(length * rate), left.count - first)
        guard first >= 0, count > 0 else { return }
        let step = 2 * Double.pi * 440 * pow(2, Double(note - 69) / 12) / rate
        // A sine that is computed sample by sample costs two multiplications: sin(a + b) follows from the two samples
        // before it.
        var tones: [(previous: Float, current: Float, factor: Float, share: Float)] = [1.0, 2.0, 3.0].map { harmonic in
            (Float(-sin(step * harmonic)), 0, Float(2 * cos(step * harmonic)), Float(1 / (harmonic * harmonic)))
        }
        let decay = Float(exp(-3.5 / (length * rate)))
        var envelope = Float(loudness)
        let rise = max(1, Int(attack * rate))
        for index in 0..<count {
            var sum: Float = 0
            for tone in tones.indices {
                let next = tones[tone].factor * tones[tone].current - tones[tone].previous
                tones[tone].previous = tones[tone].current
                tones[tone].current = next
                sum += next * tones[tone].share
            }
            envelope *= decay
            let edge = min(1, Float(index) / Float(rise)) * min(1, Float(count - index) / 400)
            let value = sum * envelope * edge
            left[first + index] += value * Float(1 - pan)
            right[first + index] += value * Float(pan)
        }
    }

    private func mixed(_ left: [Float], _ right: [Float]) -> [Int16] {
        let fade = min(left.count, 3 * Self.sampleRate)
        var samples: [Int16] = []
        samples.reserveCapacity(left.count * 2)
        for index in left.indices {
            let gain = min(1, Float(left.count - index) / Float(fade))
            for value in [left[index], right[index]] {
                let shaped = tanh(value * 1.4 * gain)
                samples.append(Int16(max(-1, min(1, shaped)) * 32_000))
            }
        }
        return samples
    }
}

/// A RIFF/WAVE file of 16-bit stereo sound.
enum WaveFile {
    static func bytes(of samples: [Int16]) -> [UInt8] {
        let size = UInt32(clamping: samples.count * 2)
        let rate = UInt32(DemoSynthesizer.sampleRate)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(samples.count * 2 + 44)
        func little(_ number: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
        }
        bytes += Array("RIFF".utf8) + little(size &+ 36, 4) + Array("WAVEfmt ".utf8)
        bytes += little(16, 4) + little(1, 2) + little(2, 2) + little(rate, 4) + little(rate * 4, 4)
        bytes += little(4, 2) + little(16, 2) + Array("data".utf8) + little(size, 4)
        samples.withUnsafeBytes { bytes.append(contentsOf: $0) }
        return bytes
    }
}

/// Encodes sound and pictures into files with ffmpeg.
struct DemoEncoder {
    private let program: FilePath

    /// Nil when there is no ffmpeg on the search path.
    static func find() async -> DemoEncoder? {
        guard let program = try? await Executable.name("ffmpeg").resolveExecutablePath(in: .inherit) else { return nil }
        return DemoEncoder(program: program)
    }

    func encode(_ sound: URL, to target: URL, piece: DemoPiece, number: Int, of album: DemoAlbum) async throws {
        let codec: [String] =
            switch piece.format {
            case .flac: ["-c:a", "flac"]
            case .opus: ["-c:a", "libopus", "-b:a", "96k"]
            case .mp3: ["-c:a", "libmp3lame", "-q:a", "4", "-id3v2_version", "4"]
            case .m4a: ["-c:a", "aac", "-b:a", "128k", "-movflags", "+faststart"]
            }
        let tags = [
            ("title", piece.title), ("artist", DemoAlbum.artist), ("album", album.title),
            ("album_artist", DemoAlbum.artist),
            ("track", "\(number)/\(album.pieces.count)"), ("disc", "1/1"), ("date", album.date), ("genre", album.genre),
            ("composer", album.composer), ("comment", "Composed and played by Rondo."),
        ]
        try await run(
            ["-i", sound.path] + codec + tags.flatMap { ["-metadata", "\($0.0)=\($0.1)"] } + ["-bitexact", target.path])
    }

    func cover(_ picture: URL, to target: URL) async throws {
        try await run(["-i", picture.path, "-q:v", "3", "-frames:v", "1", target.path])
    }

    private func run(_ arguments: [String]) async throws {
        let result = try await Subprocess.run(
            .path(program), arguments: Arguments(["-nostdin", "-hide_banner", "-loglevel", "error"] + arguments),
            output: .discarded, error: .string(limit: 4096))
        guard result.terminationStatus.isSuccess else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSDebugDescriptionErrorKey: result.standardError])
        }
    }
}
