import Testing

/// Tests that start ffmpeg many times. They run one after the other, because each uses the whole machine.
@Suite("Transcoding", .serialized) struct TranscodingSuite {}
