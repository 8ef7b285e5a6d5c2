import Testing

/// What starts ffmpeg many times: one test after the other, since each takes all that the machine has.
@Suite("Transcoding", .serialized) struct TranscodingSuite {}
