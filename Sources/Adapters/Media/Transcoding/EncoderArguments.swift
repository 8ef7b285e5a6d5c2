import Streaming

/// The words that ffmpeg is called with. Nothing in them comes from a client, a file or its tags but numbers.
///
/// - The input is its standard input, opened anew so that it can be sought in: no name of a file ever reaches ffmpeg.
/// - Demuxers and decoders are those of sound files: none of them refers to other files or to the network, as playlists do. The protocol
///   is `file` alone, and the kernel (`EncoderProcess`) lets it open nothing but the input.
/// - Nothing of tags, chapters and pictures is carried over: players have them from the API, and what a stream contains depends on the
///   sound alone.
/// - `bitexact` makes the same output of the same input.
struct EncoderArguments {
    /// As ffmpeg lists them; a comma within a name is part of it.
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

    /// Describes the first `seconds` of the sound by Chromaprint's numbers, raw: four bytes each, the lowest first. They are made of one channel
    /// at 11,025 Hz, whatever the file has.
    static func fingerprint(seconds: Int) -> [String] {
        reading + ["-t", "\(seconds)"] + soundOfInput
            + ["-ac", "1", "-ar", "11025", "-c:a", "pcm_s16le", "-f", "chromaprint", "-fp_format", "raw", "pipe:1"]
    }

    /// Decodes all of it to raw samples that are quick to count.
    static var decoding: [String] {
        reading + soundOfInput + ["-ac", "1", "-ar", "8000", "-c:a", "pcm_s16le", "-f", "s16le", "pipe:1"]
    }

    /// Milliseconds: more than the longest stretch between two places where a reader can begin.
    private static let leadIn: Int64 = 2000

    let words: [String]

    init(_ order: EncodeJob) {
        var words = Self.reading
        // What is decoded is cut to the sample. Packets that are copied begin where the reader can: at the second in Ogg, so it starts earlier and
        // what comes before the offset is dropped packet by packet.
        let start = order.input == .finished ? max(0, order.offset - Self.leadIn) : order.offset
        if start > 0 { words += ["-ss", Self.seconds(start)] }
        words += Self.soundOfInput + ["-map_metadata", "-1", "-map_chapters", "-1"]
        if start < order.offset { words += ["-ss", Self.seconds(order.offset - start)] }
        switch order.input {
        case .finished: words += ["-c:a", "copy"]
        case .original: words += Self.encoder(order.encoding)
        }
        // Written in pieces of 32 KiB: a packet at a time is a record of TLS for every 26 ms of sound.
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
        // Sample after sample: some containers (ASF) keep times in milliseconds, and the gaps between them would break what is cut out later.
        return ["-af", "asettb=1/sr,asetpts=N"] + codec + [
            "-ar", "\(encoding.sampleRate)", "-ac", "\(encoding.channels)",
        ]
    }

    private static func muxer(_ format: TranscodeFormat) -> [String] {
        switch format {
        // Without a seekable output the frame with the length would stay empty, and players would believe it.
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
