package import Catalog
package import Fingerprints
package import Primitives

/// All that one pass over a file's sound finds.
package struct AnalyzedSound: Sendable, Equatable {
    /// Increases when any part of the analysis would find something else: every track is then analyzed anew.
    package static let version = 1

    package let sound: SoundAnalysis
    /// Nil for silence.
    package let loudness: Loudness?
    /// Nil where the file names no padding of its encoder.
    package let padding: EncoderPadding?
    /// The spectral peaks by which the recording is recognized, as `PeakCodec` writes them.
    package let peaks: [UInt8]
    /// Nil where the sound says too little: silence, or a few seconds.
    package let fingerprint: Fingerprint?

    package init(
        sound: SoundAnalysis, loudness: Loudness?, padding: EncoderPadding?, peaks: [UInt8],
        fingerprint: Fingerprint?
    ) {
        self.sound = sound
        self.loudness = loudness
        self.padding = padding
        self.peaks = peaks
        self.fingerprint = fingerprint
    }
}

/// The frames that an encoder has added at both ends of a recording, as the file's own header counts them.
package struct EncoderPadding: Sendable, Equatable {
    /// Frames before the sound, without the decoder's own delay.
    package let start: Int
    /// Frames after it.
    package let end: Int

    package init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }
}

/// A track that has not been analyzed, or whose file has changed since.
package struct PendingAnalysis: Sendable, Equatable {
    package let track: ID<Track>
    /// The signature of the file at the time of the query.
    package let signature: [UInt8]

    package init(track: ID<Track>, signature: [UInt8]) {
        self.track = track
        self.signature = signature
    }
}

/// The numbers of analyzed and pending tracks.
package struct AnalysisProgress: Sendable, Equatable {
    /// The tracks that were analyzed, those that could not be decoded included.
    package let done: Int
    package let remaining: Int
    /// The tracks that could not be decoded.
    package let failed: Int

    package init(done: Int, remaining: Int, failed: Int) {
        self.done = done
        self.remaining = remaining
        self.failed = failed
    }
}

/// Decodes a file once and measures its sound; implemented by confined processes.
package protocol AudioAnalyzer: Sendable {
    /// - Parameters:
    ///   - audio: the properties that the file's headers name.
    ///   - background: whether all other work on the machine has priority.
    func analyze(
        _ file: any ReadableFile, _ audio: AudioProperties, background: Bool
    ) async throws(AnalysisFailure) -> AnalyzedSound
}

/// The reason why a file was not analyzed.
package enum AnalysisFailure: Error, Equatable {
    /// The file itself is the reason.
    case broken(AnalysisProblem)
    /// No file can be analyzed at present.
    case unavailable
}

/// The reason why a file cannot be analyzed.
package enum AnalysisProblem: String, Sendable, CaseIterable {
    /// The content cannot be decoded.
    case corrupt
    /// The sample rate or the number of channels is outside of what is analyzed.
    case unsupported
    /// The recording is longer than a day, or took too much processor time.
    case tooLong = "too_long"
}
