import Catalog
import Streaming
import Testing

@Suite("Formats that a renderer accepts") struct SinkFormatsTests {
    private static func choice(_ sinks: String, _ audio: AudioProperties) -> SinkFormats.Choice {
        SinkFormats(sinks).choice(for: audio)
    }

    private static func audio(_ codec: String, _ mediaType: String) -> AudioProperties {
        AudioProperties(
            mediaType: mediaType, codec: codec, durationMilliseconds: 1000, bitrate: 900, sampleRate: 44_100,
            channels: 2, bitDepth: 16)
    }

    @Test("a file is sent unchanged if the list has its format, under the list's name")
    func original() {
        let sinks =
            "http-get:*:audio/mpeg:DLNA.ORG_PN=MP3;DLNA.ORG_OP=01,HTTP-GET:*:Audio/X-FLAC:*,http-get:*:audio/wav:*"
        for (audio, mediaType, ending) in [
            (StreamPlanTests.mp3, "audio/mpeg", "mp3"), (StreamPlanTests.flac, "audio/x-flac", "flac"),
            (Self.audio("pcm", "audio/wav"), "audio/wav", "wav"),
        ] {
            let choice = Self.choice(sinks, audio)
            #expect(choice.isOriginal && choice.mediaType == mediaType && choice.ending == ending)
        }
    }

    @Test("other files are converted: lossless music to FLAC if that is accepted, and the rest to MP3")
    func converted() {
        let (both, alone) = ("http-get:*:audio/mpeg:*,http-get:*:audio/flac:*", "http-get:*:audio/mp3:*")
        #expect(Self.choice(both, Self.audio("alac", "audio/mp4")).form == "flac")
        #expect(Self.choice(both, StreamPlanTests.vorbis).form == "mp3")
        #expect(Self.choice(alone, StreamPlanTests.flac).mediaType == "audio/mp3")
        // A renderer that accepts a container does not necessarily accept Opus or ALAC in it.
        #expect(Self.choice("http-get:*:audio/ogg:*", Self.audio("opus", "audio/ogg")).form == "mp3")
        #expect(Self.choice("http-get:*:audio/mp4:*", Self.audio("alac", "audio/mp4")).form == "mp3")
        for sinks in ["", "garbage", ":::,,:", "rtsp-rtp-udp:*:audio/flac:*", "http-get:*:*:*", "http-get:*:audio/*:*"]
        {
            #expect(Self.choice(sinks, StreamPlanTests.flac).form == "mp3", "\(sinks)")
        }
    }

    @Test("a format is recognized only by its exact name")
    func forms() {
        #expect(SinkFormats.request("original", from: 0) == StreamRequest(.original))
        #expect(SinkFormats.request("flac", from: 9) == StreamRequest(.format(.flac), offset: 9))
        #expect(
            SinkFormats.request("mp3", from: 9) == StreamRequest(.format(.mp3), maximumBitrate: 320, offset: 9))
        #expect(SinkFormats.request("opus", from: 0) == nil && SinkFormats.request("", from: 0) == nil)
    }
}
