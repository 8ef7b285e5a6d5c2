import Catalog
import Streaming
import Testing

@Suite("The transcoding decision for a player") struct TranscodeDecisionTests {
    /// The example in the specification's page about getTranscodeDecision.
    private static let sonos = ClientProfile(
        name: "Pixel 8 Pro", platform: "Sonos", maximumBitrate: 512_000, maximumTranscodingBitrate: 256_000,
        directPlay: [
            DirectPlayProfile(containers: ["mp3"], codecs: ["mp3"], protocols: ["http"], maximumChannels: 2),
            DirectPlayProfile(containers: ["flac"], codecs: ["flac"], maximumChannels: 2),
            DirectPlayProfile(containers: ["mp4"], codecs: ["flac", "aac", "alac"], maximumChannels: 2),
        ],
        transcoding: [
            TranscodingProfile(container: "mp3", codec: "mp3", transport: "http", maximumChannels: 2),
            TranscodingProfile(container: "flac", codec: "flac", transport: "*", maximumChannels: 2),
        ],
        codecs: [
            CodecProfile(codec: "mp3", limitations: [CodecLimitation(.bitrate, .lessThanEqual, ["320000"])]),
            CodecProfile(
                codec: "flac",
                limitations: [
                    CodecLimitation(.sampleRate, .lessThanEqual, ["192000"], isRequired: false),
                    CodecLimitation(.channels, .lessThanEqual, ["2"], isRequired: false),
                ]),
        ])

    @Test("the specification's player plays an MP3 directly")
    func direct() {
        let decision = TranscodeDecision(for: Self.sonos, StreamPlanTests.mp3)
        #expect(decision.canDirectPlay && decision.reasons.isEmpty && decision.errorReason.isEmpty)
        #expect(decision.source.container == "mp3" && decision.source.bitrate == 192_000)
    }

    @Test("and six channels of 24-bit FLAC as MP3 in two, within its bitrate")
    func specification() throws {
        let decision = TranscodeDecision(for: Self.sonos, StreamPlanTests.hiRes)
        #expect(!decision.canDirectPlay)
        #expect(decision.reasons == ["AudioChannelsNotSupported", "AudioBitrateNotSupported"])
        #expect(decision.source.sampleRate == 96_000 && decision.source.bitDepth == 24)
        let target = try #require(decision.target)
        #expect(target.container == "mp3" && target.codec == "mp3" && target.channels == 2)
        #expect(target.bitrate == 256_000 && target.sampleRate == 48_000)
    }

    @Test("reasons against direct play are listed in the order container, codec, channels, limitations")
    func reasons() {
        func reasons(_ player: ClientProfile, _ audio: AudioProperties) -> [String] {
            TranscodeDecision(for: player, audio).reasons
        }
        var player = Self.sonos
        #expect(reasons(player, StreamPlanTests.vorbis) == ["ContainerNotSupported"])
        player.directPlay = [DirectPlayProfile(containers: ["ogg"], codecs: ["opus"])]
        #expect(reasons(player, StreamPlanTests.vorbis) == ["AudioCodecNotSupported"])
        player.directPlay = [DirectPlayProfile(containers: [], codecs: [], protocols: ["hls"])]
        #expect(reasons(player, StreamPlanTests.vorbis) == ["ProtocolNotSupported"])
        player.directPlay = []
        #expect(reasons(player, StreamPlanTests.mp3) == ["ContainerNotSupported"])
        player.directPlay = [DirectPlayProfile(containers: [], codecs: [])]
        #expect(reasons(player, StreamPlanTests.vorbis).isEmpty)
        player.maximumBitrate = 128_000
        #expect(reasons(player, StreamPlanTests.mp3) == ["AudioBitrateNotSupported"])
        player.maximumBitrate = 0
        #expect(
            reasons(player, StreamPlanTests.hiRes).isEmpty, "0 is no limit, and what is not required is no obstacle")
    }

    @Test(
        "a limitation uses its comparison operator",
        arguments: [
            (CodecLimitation(.sampleRate, .equals, ["48000", "44100"]), true),
            (CodecLimitation(.sampleRate, .equals, ["48000"]), false),
            (CodecLimitation(.sampleRate, .notEquals, ["44100"]), false),
            (CodecLimitation(.sampleRate, .notEquals, ["48000"]), true),
            (CodecLimitation(.sampleRate, .lessThanEqual, ["44100"]), true),
            (CodecLimitation(.sampleRate, .lessThanEqual, ["32000"]), false),
            (CodecLimitation(.sampleRate, .greaterThanEqual, ["44100", "1"]), true),
            (CodecLimitation(.sampleRate, .greaterThanEqual, ["48000"]), false),
            (CodecLimitation(.channels, .equals, ["1"]), false),
            (CodecLimitation(.bitrate, .lessThanEqual, ["160000"]), false),
            (CodecLimitation(.bitDepth, .equals, ["16"]), true),
            (CodecLimitation(.profile, .equals, ["LC"]), false),
            (CodecLimitation(.profile, .notEquals, ["HE-AAC"]), true),
            (CodecLimitation(.sampleRate, .lessThanEqual, ["many"]), true),
        ])
    func comparisons(limitation: CodecLimitation, holds: Bool) {
        var player = ClientProfile(
            name: "p", platform: "t", directPlay: [DirectPlayProfile(containers: [], codecs: [])])
        player.codecs = [CodecProfile(codec: "MP3", limitations: [limitation])]
        #expect(TranscodeDecision(for: player, StreamPlanTests.mp3).canDirectPlay == holds)
        player.codecs = [CodecProfile(codec: "flac", limitations: [limitation])]
        #expect(TranscodeDecision(for: player, StreamPlanTests.mp3).canDirectPlay)
    }

    @Test("the first possible profile wins, and its limitations determine the conversion")
    func profiles() throws {
        var player = ClientProfile(name: "p", platform: "t")
        player.transcoding = [
            TranscodingProfile(container: "ts", codec: "aac", transport: "hls"),
            TranscodingProfile(container: "webm", codec: "opus"),
            TranscodingProfile(container: "opus", codec: "opus"),
            TranscodingProfile(container: "mp3", codec: "mp3"),
        ]
        let limits = [CodecLimitation(.sampleRate, .equals, ["44100"])]
        #expect(TranscodeDecision(for: player, StreamPlanTests.flac).encoding?.format == .opus)
        player.codecs = [CodecProfile(codec: "opus", limitations: limits)]
        #expect(TranscodeDecision(for: player, StreamPlanTests.flac).encoding?.format == .mp3)
        player.codecs.append(
            CodecProfile(
                codec: "mp3",
                limitations: [
                    CodecLimitation(.channels, .lessThanEqual, ["1"]),
                    CodecLimitation(.sampleRate, .lessThanEqual, ["32000"]),
                    CodecLimitation(.bitrate, .equals, ["64000", "96000"], isRequired: false),
                ]))
        let encoding = try #require(TranscodeDecision(for: player, StreamPlanTests.hiRes).encoding)
        #expect(encoding == Encoding(.mp3, bitrate: 96, sampleRate: 32_000, channels: 1))
    }

    @Test("lossless stays lossless within depth and rate, and is never made from lossy or above a bitrate")
    func lossless() throws {
        var player = ClientProfile(name: "p", platform: "t")
        player.transcoding = [TranscodingProfile(container: "flac", codec: "flac")]
        player.codecs = [
            CodecProfile(
                codec: "flac",
                limitations: [
                    CodecLimitation(.bitDepth, .lessThanEqual, ["16"]),
                    CodecLimitation(.sampleRate, .lessThanEqual, ["48000"]),
                    CodecLimitation(.channels, .lessThanEqual, ["2"]),
                ])
        ]
        let decision = TranscodeDecision(for: player, StreamPlanTests.hiRes)
        #expect(decision.encoding == Encoding(.flac, bitrate: 0, sampleRate: 48_000, channels: 2, bitDepth: 16))
        let none = TranscodeDecision(for: player, StreamPlanTests.mp3)
        #expect(none.encoding == nil && !none.canDirectPlay && !none.errorReason.isEmpty)
        player.maximumTranscodingBitrate = 320_000
        #expect(TranscodeDecision(for: player, StreamPlanTests.hiRes).encoding == nil)
    }

    @Test("a user's own limit applies to every player")
    func ceiling() throws {
        let decision = TranscodeDecision(for: Self.sonos, StreamPlanTests.mp3, ceiling: 96)
        #expect(decision.reasons == ["AudioBitrateNotSupported"])
        #expect(try #require(decision.target).bitrate == 96_000)
        #expect(TranscodeDecision(for: Self.sonos, StreamPlanTests.mp3, ceiling: 16).encoding == nil)
    }

    @Test("parameters express the decision, and forged ones exceed no limit")
    func parameters() throws {
        let decision = TranscodeDecision(for: Self.sonos, StreamPlanTests.hiRes)
        let text = TranscodeParameters(try #require(decision.encoding)).text
        #expect(text == "mp3-256-48000-2-0")
        #expect(TranscodeParameters(text: text)?.encoding == decision.encoding)
        for forged in [
            "", "mp3", "mp3-256-48000-2", "mp3-257-48000-2-0", "mp3-256-48001-2-0", "mp3-256-48000-9-0",
            "mp3-256-48000-2-16", "wav-0-44100-2-16", "flac-320-44100-2-16", "flac-0-44100-2-20", "mp3-+256-48000-2-0",
            "mp3-256-48000-2-0-1", "mp3 -i /etc/passwd", String(repeating: "9", count: 70),
        ] {
            #expect(TranscodeParameters(text: forged) == nil, "\(forged)")
        }
        let best = try #require(TranscodeParameters(text: "mp3-320-48000-2-0"))
        #expect(best.encoding(of: StreamPlanTests.mp3, ceiling: nil).bitrate == 192)
        #expect(best.encoding(of: StreamPlanTests.flac, ceiling: 100).bitrate == 96)
        let lossless = try #require(TranscodeParameters(text: "flac-0-192000-8-24"))
        #expect(lossless.encoding(of: StreamPlanTests.mp3, ceiling: nil).format == .mp3)
        #expect(lossless.encoding(of: StreamPlanTests.flac, ceiling: 320).bitrate == 320)
        let wide = lossless.encoding(of: StreamPlanTests.flac, ceiling: nil)
        #expect(wide.channels == 2 && wide.sampleRate == 44_100 && wide.format == .flac)
        #expect(lossless.encoding(of: StreamPlanTests.hiRes, ceiling: nil).channels == 6)
        let low = try #require(TranscodeParameters(text: "mp3-320-8000-2-0"))
        #expect(low.encoding(of: StreamPlanTests.flac, ceiling: nil).bitrate <= 64)
        // A decision has the same values as its parameters.
        for audio in [StreamPlanTests.flac, StreamPlanTests.hiRes, StreamPlanTests.mp3, StreamPlanTests.vorbis] {
            guard let decided = TranscodeDecision(for: Self.sonos, audio).encoding else { continue }
            #expect(TranscodeParameters(decided).encoding(of: audio, ceiling: nil) == decided)
        }
    }
}
