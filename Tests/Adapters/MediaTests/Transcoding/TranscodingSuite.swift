import Testing

/// Tests of conversions by ffmpeg.
@Suite("Transcoding") struct TranscodingSuite {}
