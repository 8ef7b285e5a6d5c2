import Analysis
import CLinux
import Glibc
import SystemPackage

/// The process that measures the sound of one file. It decodes MPEG audio itself, from the file that is its standard
/// input; samples of other formats come from a decoder by a pipe. It has no rights but to read its input and to write
/// one answer to its output.
package enum SoundWorker {
    /// The argument with which the server's program calls `run`.
    package static let argument = "sound-worker"
    private static let memory: UInt64 = 1 << 30

    /// The kind of its standard input.
    enum Input: String {
        /// An open file of MPEG audio.
        case mpeg
        /// A stream of 32-bit floats as WAV.
        case samples
    }

    /// Must be called first in `main`, before other threads exist.
    ///
    /// - Parameter arguments: the kind of the input, the limit of processor time in seconds, and `background` where
    ///   everything else on the machine takes precedence.
    package static func run(_ arguments: [String]) -> Never {
        _ = rondo_mallopt()
        _ = rondo_die_with_parent(SIGKILL, 0)
        guard getppid() != 1, arguments.count >= 2, let input = Input(rawValue: arguments[0]),
            let seconds = UInt64(arguments[1])
        else { exit(2) }
        _ = rondo_close_from(3)
        if arguments.dropFirst(2).first == "background" { rondo_yield_to_others() }
        guard confine(seconds: seconds) else { exit(3) }
        let answer: SoundAnswer
        do throws(SoundProblem) {
            answer = .sound(try measure(input))
        } catch {
            answer = .problem(error)
        }
        do {
            try FileDescriptor(rawValue: 1).writeAll(answer.bytes)
        } catch {
            exit(5)
        }
        exit(0)
    }

    private static func confine(seconds: UInt64) -> Bool {
        guard rondo_limit_address_space(memory) == 0, rondo_limit_file_size(0) == 0, rondo_limit_open_files(8) == 0,
            rondo_limit_core_size(0) == 0, rondo_limit_processor_time_from_now(seconds) == 0,
            rondo_no_new_privileges() == 0
        else { return false }
        let parent = getppid()
        let owner = rondo_separate(0, RONDO_SEPARATION_READING, nil)
        guard rondo_die_with_parent(SIGKILL, parent) == 0, rondo_forbid_dumps() == 0 else { return false }
        return Confinement(files: rondo_restrict_to_reading(nil, 0), calls: rondo_allow_reading_only(), owner: owner)
            != nil
    }

    private static func measure(_ input: Input) throws(SoundProblem) -> MeasuredSound {
        switch input {
        case .mpeg:
            let header = EncoderHeader(descriptor: 0)
            var sound = try SoundMeasurement.measure(MPEGDecoder(0))
            sound.padding = header.map { EncoderPadding(start: $0.delay, end: $0.padding) }
            return sound
        case .samples: return try SoundMeasurement.measure(WAVStream(FileDescriptor(rawValue: 0)))
        }
    }
}

/// The findings of a sound worker: the analysis without the fingerprint, and the samples that the fingerprint is made
/// from.
struct MeasuredSound {
    var sound: SoundAnalysis
    var loudness: Loudness?
    var padding: EncoderPadding?
    var peaks: [UInt8]
    /// 16-bit samples of one channel at 11,025 Hz, little-endian: the first two minutes.
    var beginning: [UInt8]
}

/// The answer of a sound worker.
enum SoundAnswer {
    /// The longest answer: the peaks of a day are most of it.
    static let limit = 64 << 20

    case sound(MeasuredSound)
    case problem(SoundProblem)

    /// One frame: a byte for the kind, then the analysis and the beginning, or the problem.
    var bytes: [UInt8] {
        var writer: WireWriter
        switch self {
        case .sound(let measured):
            writer = WireWriter(kind: 0, reserving: measured.peaks.count + measured.beginning.count + 1 << 16)
            writer.put(
                AnalyzedSound(
                    sound: measured.sound, loudness: measured.loudness, padding: measured.padding,
                    peaks: measured.peaks, fingerprint: nil
                ).bytes)
            writer.put(measured.beginning)
        case .problem(let problem):
            writer = WireWriter(kind: 1)
            writer.put(problem.rawValue)
        }
        return writer.frame()
    }

    /// The analysis with the beginning. Nil where the bytes are no answer.
    static func read(_ bytes: [UInt8]) -> Result<(AnalyzedSound, beginning: [UInt8]), SoundProblem>? {
        guard bytes.count > WireWriter.lengthSize else { return nil }
        return bytes.withUnsafeBytes { raw in
            var reader = WireReader(UnsafeRawBufferPointer(rebasing: raw[WireWriter.lengthSize...]))
            do throws(WireError) {
                switch try reader.byte() {
                case 0:
                    let analysis = try reader.content(limit: limit)
                    let beginning = try reader.content(limit: limit)
                    guard reader.isAtEnd, let sound = AnalyzedSound(bytes: analysis) else { return nil }
                    return .success((sound, beginning))
                case 1: return try SoundProblem(rawValue: reader.byte()).map { .failure($0) }
                default: return nil
                }
            } catch {
                return nil
            }
        }
    }
}
