import Fingerprints
import Streaming

/// The arguments of an ffmpeg call. Only numbers in them come from a client, a file or its tags.
///
/// - The input is ffmpeg's standard input, opened anew so that it is seekable: no file name ever reaches ffmpeg.
/// - Only demuxers and decoders of audio files are allowed: unlike playlists, these formats do not refer to other files
///   or to the network. The only protocol is `file`, and the kernel (`FFmpegConfinement`) lets it open nothing but the
///   input.
/// - Tags, chapters and pictures are not copied: players get them from the API, and a stream's bytes depend on the
///   audio alone.
/// - `bitexact` makes the output reproducible.
struct EncoderArguments {
    /// Named as ffmpeg lists them; a comma within a name is part of it.
    private static let demuxers =
        "mp3,flac,ogg,mov,mp4,m4a,3gp,3g2,mj2,mov\\,mp4\\,m4a\\,3gp\\,3g2\\,mj2,wav,w64,aiff,aac,ape,wv,asf,tta,caf,mpc,mpc8,dsf"
    private static let decoders =
        "mp1,mp1float,mp2,mp2float,mp3,mp3float,flac,vorbis,libvorbis,opus,libopus,aac,aac_fixed,aac_latm,alac,ape,wavpack,tta,"
        + "libspeex,speex,mpc7,mpc8,wmav1,wmav2,wmapro,wmalossless,wmavoice,dsd_lsbf,dsd_msbf,dsd_lsbf_planar,dsd_msbf_planar,"
        + "pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,"
        + "pcm_mulaw,pcm_alaw,adpcm_ms,adpcm_ima_wav,adpcm_ima_qt"

    private static let reading = [
        "-nostdin", "-hide_banner", "-nostats", "-loglevel", "error", "-threads", "1", "-protocol_whitelist", "file",
        "-format_whitelist", demuxers, "-codec_whitelist", decoders,
    ]
    private static let soundOfInput = [
        "-i", "file:/proc/self/fd/0", "-map", "0:a:0", "-vn", "-sn", "-dn", "-threads", "1",
    ]

    /// Decodes the whole file to 32-bit floats at its own rate, with all its channels, as a WAV stream.
    ///
    /// - Parameter withFingerprint: whether Chromaprint's raw fingerprint of the first two minutes goes to the standard
    ///   error at the end. Messages there begin with a bracket.
    static func samples(withFingerprint: Bool) -> [String] {
        let samples =
            reading + ["-loglevel", "level+error"] + soundOfInput
            + ["-c:a", "pcm_f32le", "-f", "wav", "-fflags", "+bitexact", "pipe:1"]
        return withFingerprint
            ? samples + ["-map", "0:a:0", "-t", "\(Fingerprint.maximumSeconds)", "-ac", "1", "-c:a", "pcm_s16le"]
                + ["-f", "chromaprint", "-fp_format", "raw", "pipe:2"]
            : samples
    }

    /// Computes Chromaprint's raw fingerprint of samples that come by a pipe, as `SoundWorker` hands them back: four
    /// bytes for each number, little-endian.
    static let fingerprintOfSamples = [
        "-nostdin", "-hide_banner", "-nostats", "-loglevel", "error", "-threads", "1", "-protocol_whitelist", "pipe",
        "-format_whitelist", "s16le", "-codec_whitelist", "pcm_s16le", "-f", "s16le", "-ar", "11025", "-ac", "1",
        "-i", "pipe:0", "-c:a", "pcm_s16le", "-f", "chromaprint", "-fp_format", "raw", "pipe:1",
    ]

    /// Decodes a recording that comes by a pipe to 32-bit floats of one channel at 8 kHz, as soon as they are there.
    /// Without `nobuffer`, which would drop the sound that is read to find out the format.
    static let recording = [
        "-nostdin", "-hide_banner", "-nostats", "-loglevel", "error", "-threads", "1", "-protocol_whitelist", "pipe",
        "-format_whitelist", "matroska\\,webm," + demuxers, "-codec_whitelist", decoders, "-probesize", "32768",
        "-analyzeduration", "1000000", "-i", "pipe:0", "-map", "0:a:0", "-vn", "-sn", "-dn",
        "-threads", "1", "-t", "20", "-ac", "1", "-ar", "8000", "-c:a", "pcm_f32le", "-flush_packets", "1", "-f",
        "f32le", "pipe:1",
    ]

    /// Milliseconds: more than the longest interval between two positions where a reader can begin.
    private static let leadIn: Int64 = 2000

    let words: [String]

    init(_ order: EncodeJob) {
        var words = Self.reading
        // Decoded audio is trimmed to the sample. Copied packets begin at a position where the reader can start, which
        // in Ogg is a whole second: reading starts earlier, and the packets before the offset are dropped.
        let start = order.input == .finished ? max(0, order.offset - Self.leadIn) : order.offset
        if start > 0 { words += ["-ss", Self.seconds(start)] }
        words += Self.soundOfInput + ["-map_metadata", "-1", "-map_chapters", "-1"]
        if start < order.offset { words += ["-ss", Self.seconds(order.offset - start)] }
        switch order.input {
        case .finished: words += ["-c:a", "copy"]
        case .original: words += Self.encoder(order.encoding)
        }
        // Written in chunks of 32 KiB: single packets would cost a TLS record for every 26 ms of audio.
        words += ["-flags:a", "+bitexact", "-fflags", "+bitexact", "-flush_packets", "0"]
        self.words = words + Self.muxer(order.encoding.format) + ["pipe:1"]
    }

    private static func encoder(_ encoding: Encoding) -> [String] {
        let rate = ["-b:a", "\(encoding.bitrate)k"]
        let codec =
            switch encoding.format {
            case .mp3: ["-c:a", "libmp3lame"] + rate
            case .opus: ["-c:a", "libopus", "-vbr", "constrained"] + rate
            case .aac, .m4a: ["-c:a", "aac", "-profile:a", "aac_low"] + rate
            case .flac:
                ["-c:a", "flac", "-compression_level", "5", "-sample_fmt", encoding.bitDepth > 16 ? "s32" : "s16"]
                    + (encoding.bitDepth > 16 ? ["-bits_per_raw_sample", "24"] : [])
            }
        // Numbers the samples anew: some containers (ASF) store times in milliseconds, and their gaps would spoil the
        // trimming that follows.
        return ["-af", "asettb=1/sr,asetpts=N"] + codec + [
            "-ar", "\(encoding.sampleRate)", "-ac", "\(encoding.channels)",
        ]
    }

    private static func muxer(_ format: TranscodeFormat) -> [String] {
        switch format {
        // Without a seekable output the header frame with the length would stay empty, and players would trust it.
        case .mp3: ["-write_xing", "0", "-id3v2_version", "0", "-f", "mp3"]
        case .opus: ["-f", "opus"]
        case .aac: ["-f", "adts"]
        case .m4a:
            ["-movflags", "+frag_keyframe+empty_moov+default_base_moof", "-frag_duration", "2000000", "-f", "mp4"]
        case .flac: ["-f", "flac"]
        }
    }

    private static func seconds(_ milliseconds: Int64) -> String {
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
    }
}
