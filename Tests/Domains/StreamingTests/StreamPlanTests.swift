import Catalog
import Streaming
import Testing

@Suite("The plan for a stream request") struct StreamPlanTests {
    static let flac = AudioProperties(
        mediaType: "audio/flac", codec: "flac", durationMilliseconds: 240_000, bitrate: 950, sampleRate: 44_100,
        channels: 2, bitDepth: 16)
    static let hiRes = AudioProperties(
        mediaType: "audio/flac", codec: "flac", durationMilliseconds: 240_000, bitrate: 3000, sampleRate: 96_000,
        channels: 6, bitDepth: 24)
    static let mp3 = AudioProperties(
        mediaType: "audio/mpeg", codec: "mp3", durationMilliseconds: 240_000, bitrate: 192, sampleRate: 44_100,
        channels: 2, bitDepth: 0)
    static let vorbis = AudioProperties(
        mediaType: "audio/ogg", codec: "vorbis", durationMilliseconds: 240_000, bitrate: 112, sampleRate: 22_050,
        channels: 1, bitDepth: 0)

    private func plan(
        _ source: AudioProperties, _ form: StreamRequest.Form, _ bitrate: Int? = nil, offset: Int64 = 0,
        ceiling: Int? = nil
    ) -> StreamPlan {
        .make(for: source, StreamRequest(form, maximumBitrate: bitrate, offset: offset), ceiling: ceiling)
    }

    @Test("the file is sent unchanged on request, and when nothing requires a conversion")
    func original() {
        #expect(plan(Self.flac, .original) == .original)
        #expect(plan(Self.flac, .original, 128) == .original)
        #expect(plan(Self.flac, .any) == .original)
        #expect(plan(Self.mp3, .any, 192) == .original)
        #expect(plan(Self.mp3, .format(.mp3), 320) == .original)
        #expect(plan(Self.flac, .format(.flac)) == .original)
    }

    @Test("a file above the bitrate becomes MP3 at the next step, or the requested format")
    func above() {
        let mp3 = Encoding(.mp3, bitrate: 128, sampleRate: 44_100, channels: 2)
        #expect(plan(Self.flac, .any, 128) == .encoded(mp3))
        #expect(plan(Self.flac, .any, 150) == .encoded(mp3))
        #expect(plan(Self.mp3, .any, 128) == .encoded(mp3))
        let opus = Encoding(.opus, bitrate: 96, sampleRate: 48_000, channels: 2)
        #expect(plan(Self.flac, .format(.opus), 96) == .encoded(opus))
    }

    @Test("where a conversion is needed and no format is requested, the fallback is used")
    func fallback() {
        func plan(_ form: StreamRequest.Form, _ bitrate: Int?, _ fallback: TranscodeFormat) -> StreamPlan {
            let wish = StreamRequest(form, maximumBitrate: bitrate, fallback: fallback)
            return .make(for: Self.mp3, wish, ceiling: nil)
        }
        #expect(plan(.any, 192, .opus) == .original)
        let opus = Encoding(.opus, bitrate: 96, sampleRate: 48_000, channels: 2)
        #expect(plan(.any, 96, .opus) == .encoded(opus))
        #expect(plan(.format(.flac), 96, .opus) == .encoded(opus))
        let mp3 = Encoding(.mp3, bitrate: 96, sampleRate: 44_100, channels: 2)
        #expect(plan(.any, 96, .flac) == .encoded(mp3) && plan(.format(.mp3), 96, .opus) == .encoded(mp3))
    }

    @Test("AAC is cut in the requested container")
    func containers() {
        let source = AudioProperties(
            mediaType: "audio/mp4", codec: "aac", durationMilliseconds: 240_000, bitrate: 256, sampleRate: 44_100,
            channels: 2, bitDepth: 0)
        for format in [TranscodeFormat.m4a, .aac] {
            let cut = Encoding(format, bitrate: 256, sampleRate: 44_100, channels: 2)
            #expect(plan(source, .format(format), offset: 7000) == .cut(cut))
        }
        #expect(plan(source, .any, offset: 7000) == .cut(Encoding(.aac, bitrate: 256, sampleRate: 44_100, channels: 2)))
    }

    @Test("no bitrate exceeds that of a lossy source")
    func noUpscaling() {
        #expect(
            plan(Self.mp3, .format(.aac), 320)
                == .encoded(Encoding(.aac, bitrate: 192, sampleRate: 44_100, channels: 2)))
        #expect(
            plan(Self.vorbis, .format(.mp3)) == .encoded(Encoding(.mp3, bitrate: 112, sampleRate: 22_050, channels: 1)))
    }

    @Test("lossy files are not made lossless: the file itself is sent, or within a limit the usual format")
    func lossless() {
        #expect(plan(Self.mp3, .format(.flac)) == .original)
        #expect(
            plan(Self.mp3, .format(.flac), 128)
                == .encoded(Encoding(.mp3, bitrate: 128, sampleRate: 44_100, channels: 2)))
        #expect(
            plan(Self.hiRes, .format(.flac), 320)
                == .encoded(Encoding(.mp3, bitrate: 320, sampleRate: 48_000, channels: 2)))
    }

    @Test("a user's own limit applies to the original too, and to higher requests")
    func ceiling() {
        let limited = StreamPlan.encoded(Encoding(.mp3, bitrate: 160, sampleRate: 44_100, channels: 2))
        #expect(plan(Self.flac, .original, ceiling: 160) == limited)
        #expect(plan(Self.flac, .any, 320, ceiling: 160) == limited)
        #expect(plan(Self.flac, .format(.flac), ceiling: 160) == limited)
        #expect(plan(Self.mp3, .original, ceiling: 192) == .original)
    }

    @Test("with an offset a file is cut if its format allows that, or else loses as little as possible")
    func offset() {
        #expect(
            plan(Self.mp3, .original, offset: 1000)
                == .cut(Encoding(.mp3, bitrate: 192, sampleRate: 44_100, channels: 2)))
        #expect(
            plan(Self.flac, .any, offset: 1000)
                == .encoded(Encoding(.flac, bitrate: 0, sampleRate: 44_100, channels: 2, bitDepth: 16)))
        #expect(
            plan(Self.vorbis, .any, offset: 1000)
                == .encoded(Encoding(.mp3, bitrate: 112, sampleRate: 22_050, channels: 1)))
        #expect(
            plan(Self.flac, .format(.opus), 64, offset: 1000)
                == .encoded(Encoding(.opus, bitrate: 64, sampleRate: 48_000, channels: 2)))
    }

    @Test("sample rates and channels stay within the encoder's range, in their own family")
    func rates() {
        #expect(TranscodeFormat.mp3.sampleRate(for: 96_000) == 48_000)
        #expect(TranscodeFormat.mp3.sampleRate(for: 88_200) == 44_100)
        #expect(TranscodeFormat.aac.sampleRate(for: 37_800) == 32_000)
        #expect(TranscodeFormat.opus.sampleRate(for: 44_100) == 48_000)
        #expect(TranscodeFormat.flac.sampleRate(for: 96_000) == 96_000)
        #expect(TranscodeFormat.flac.sampleRate(for: 96_000, upTo: 48_000) == 48_000)
        #expect(TranscodeFormat.mp3.sampleRate(for: 4_000) == 8_000)
        #expect(TranscodeFormat.mp3.sampleRate(for: 0) == 48_000)
        let strange = AudioProperties(
            mediaType: "audio/wav", codec: "pcm", durationMilliseconds: 1000, bitrate: 0, sampleRate: 8_000,
            channels: 0, bitDepth: 8)
        #expect(
            plan(strange, .format(.mp3)) == .encoded(Encoding(.mp3, bitrate: 64, sampleRate: 8_000, channels: 2)))
    }

    @Test("the estimate slightly exceeds a constant bitrate's size, and handles absurd lengths")
    func estimates() {
        let encoding = Encoding(.mp3, bitrate: 128, sampleRate: 44_100, channels: 2)
        let bytes = encoding.estimatedBytes(of: 60_000, from: Self.flac.rate)
        #expect(bytes > 960_000 && bytes < 985_000)
        #expect(encoding.estimatedBytes(of: .max, from: Self.flac.rate) > 0)
        #expect(encoding.estimatedBytes(of: -5, from: Self.flac.rate) == 4096)
    }
}
