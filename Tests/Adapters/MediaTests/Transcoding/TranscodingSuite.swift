import Testing

/// Tests that start ffmpeg many times, one after the other, since each takes all that the machine has.
@Suite("Transcoding", .serialized) struct TranscodingSuite {}
