package import Analysis
package import Catalog
import Fingerprints
import Glibc
package import Logging
package import Primitives
import Streaming
import Subprocess
import Synchronization
import SystemPackage

/// Analyzes files in confined processes: a sound worker for each file, which decodes MPEG audio itself and gets the
/// samples of every other format from ffmpeg, by a pipe between the two. The fingerprint is made by that ffmpeg beside
/// the samples, or, where there is none or it had something to say, by another one from the samples that the worker
/// hands back: the file is decoded once.
package struct ConfinedSoundAnalyzer: AudioAnalyzer {
    /// The processor time for an hour of sound is a minute; this is ten times that, and ten minutes for a start.
    private static let baseSeconds: Int64 = 600

    /// More bytes of a fingerprint than two minutes have.
    private static let mostNumbers = 4 * 2400

    private let launcher: String
    private let ffmpeg: ConfinedFFmpeg
    private let logger: Logger
    private let canFingerprint: Bool

    /// - Parameters:
    ///   - launcher: the program that calls `SoundWorker.run` and `FFmpegConfinement.run`, as an absolute path: the
    ///     server's own.
    ///   - program: the absolute path of ffmpeg; nil when there is none: then only MPEG audio is analyzed.
    ///   - canFingerprint: whether that ffmpeg has Chromaprint.
    package init(launcher: String, program: String?, canFingerprint: Bool, logger: Logger) {
        self.launcher = launcher
        self.logger = logger
        self.canFingerprint = canFingerprint
        ffmpeg = ConfinedFFmpeg(launcher: launcher, program: program, timeout: .seconds(300), logger: logger)
    }

    package func analyze(
        _ file: any ReadableFile, _ audio: AudioProperties, background: Bool
    ) async throws(AnalysisFailure) -> AnalyzedSound {
        let seconds = Self.baseSeconds + max(0, audio.durationMilliseconds) / 6000
        var measured: Measured?
        if audio.codec == "mp3" {
            // What libmpg123 gives up on, ffmpeg may still read.
            measured = try await measure(seconds: seconds, background, ifBroken: ffmpeg.program != nil) {
                guard let input = file.duplicateDescriptor() else { throw AnalysisFailure.unavailable }
                return try await worker(.mpeg, input, seconds: seconds, background)
            }
        }
        if measured == nil {
            measured = try await measure(seconds: seconds, background, ifBroken: false) {
                try await decodeByFFmpeg(file, seconds: seconds, background)
            }
        }
        guard let measured else { throw .unavailable }
        var fingerprint = measured.fingerprint
        if fingerprint == nil { fingerprint = try await self.fingerprint(of: measured.beginning, background) }
        return measured.sound.with(peaks: measured.sound.peaks, fingerprint: fingerprint)
    }

    /// The worker's findings, and the fingerprint where it has been made from the same decoding.
    private struct Measured {
        let sound: AnalyzedSound
        let beginning: [UInt8]
        let fingerprint: Fingerprint?
    }

    /// The output of a decoding and its worker.
    private struct Decoded {
        let answer: [UInt8]
        let status: TerminationStatus
        var fingerprint: Fingerprint?
    }

    /// The answer of a worker. Nil where the content is broken and `ifBroken` allows another attempt.
    private func measure(
        seconds: Int64, _ background: Bool, ifBroken: Bool,
        _ run: () async throws -> Decoded
    ) async throws(AnalysisFailure) -> Measured? {
        let decoded: Decoded
        do {
            decoded = try await run()
        } catch let failure as AnalysisFailure {
            guard ifBroken, failure == .broken(.corrupt) else { throw failure }
            return nil
        } catch {
            throw .unavailable
        }
        let status = decoded.status
        if status == .signaled(SIGXCPU) { throw .broken(.tooLong) }
        switch status.isSuccess ? SoundAnswer.read(decoded.answer) : nil {
        case .success(let (sound, beginning)):
            return Measured(sound: sound, beginning: beginning, fingerprint: decoded.fingerprint)
        case .failure(.unsupported): throw .broken(.unsupported)
        case .failure(.tooLong): throw .broken(.tooLong)
        case .failure(.broken), nil:
            if case .exited(2...5) = status { throw .unavailable }
            if ifBroken { return nil }
            logger.warning("A file's sound could not be measured", metadata: ["worker.end": "\(status)"])
            throw .broken(.corrupt)
        }
    }

    private func decodeByFFmpeg(
        _ file: any ReadableFile, seconds: Int64, _ background: Bool
    ) async throws -> Decoded {
        // Two processes that seldom have to wait for one another: some three seconds of sound.
        guard let pipe = EncoderPipe(capacity: 1 << 20) else { throw AnalysisFailure.unavailable }
        let (reading, writing) = (pipe.takeReadEnd(), pipe.takeWriteEnd())
        async let measured = worker(.samples, reading, seconds: seconds, background)
        let failure: TranscodeFailure?
        var fingerprint: Fingerprint?
        do {
            let side = try await ffmpeg.run(
                EncoderArguments.samples(withFingerprint: canFingerprint), on: file, processorSeconds: seconds,
                isBackground: background, into: writing)
            if side.first != UInt8(ascii: "["), side.count % 4 == 0 { fingerprint = Fingerprint(bytes: side) }
            failure = nil
        } catch let error as TranscodeFailure {
            failure = error
        }
        var decoded = try await measured
        decoded.fingerprint = fingerprint
        switch failure {
        case nil: return decoded
        case .unavailable, .stopped: throw AnalysisFailure.unavailable
        case .tooLong: throw AnalysisFailure.broken(.tooLong)
        case .broken:
            // ffmpeg ends so too when the worker has ended before it.
            if case .failure(let problem)? = SoundAnswer.read(decoded.answer), problem != .broken { return decoded }
            throw AnalysisFailure.broken(.corrupt)
        }
    }

    /// - Parameter input: is closed.
    private func worker(
        _ kind: SoundWorker.Input, _ input: CInt, seconds: Int64, _ background: Bool
    ) async throws -> Decoded {
        guard SpareDescriptors.areThere else {
            close(input)
            throw AnalysisFailure.unavailable
        }
        let words = [SoundWorker.argument, kind.rawValue, "\(seconds)"] + (background ? ["background"] : [])
        let result = try await Subprocess.run(
            .path(FilePath(launcher)), arguments: Arguments(words),
            environment: .custom(["LC_ALL": "C", "SWIFT_BACKTRACE": "enable=no"]),
            input: .fileDescriptor(FileDescriptor(rawValue: input), closeAfterSpawningProcess: true),
            output: .bytes(limit: SoundAnswer.limit), error: .discarded)
        try Task.checkCancellation()
        return Decoded(answer: result.standardOutput, status: result.terminationStatus)
    }

    /// Nil where it says too little, or there is no Chromaprint.
    private func fingerprint(
        of beginning: [UInt8], _ background: Bool
    ) async throws(AnalysisFailure) -> Fingerprint? {
        guard canFingerprint, !beginning.isEmpty else { return nil }
        let numbers = Mutex<[UInt8]>([])
        let samples = AsyncThrowingStream<[UInt8], any Error> { stream in
            stream.yield(beginning)
            stream.finish()
        }
        do {
            try await ffmpeg.run(
                EncoderArguments.fingerprintOfSamples, fedBy: samples, processorSeconds: 60,
                isBackground: background
            ) { bytes in
                numbers.withLock { $0 += bytes.prefix(max(0, Self.mostNumbers - $0.count)) }
                return true
            }
            return Fingerprint(bytes: numbers.withLock { $0 })
        } catch let failure as TranscodeFailure where failure != .unavailable {
            return nil
        } catch {
            throw .unavailable
        }
    }
}
