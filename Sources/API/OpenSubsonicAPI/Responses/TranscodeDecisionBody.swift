import Streaming

/// A decision as the extension has it.
struct TranscodeDecisionBody: Sendable {
    private let decision: TranscodeDecision

    init(_ decision: TranscodeDecision) {
        self.decision = decision
    }

    func write(to writer: inout ReplyWriter) {
        writer.attribute("canDirectPlay", decision.canDirectPlay)
        writer.attribute("canTranscode", decision.encoding != nil)
        writer.attribute("errorReason", decision.errorReason)
        writer.attribute("transcodeParams", decision.encoding.map { TranscodeParameters($0).text } ?? "")
        writer.texts("transcodeReason", decision.reasons)
        writer.object("sourceStream") { Self.write(decision.source, to: &$0) }
        if let target = decision.target { writer.object("transcodeStream") { Self.write(target, to: &$0) } }
    }

    private static func write(_ stream: StreamDetails, to writer: inout ReplyWriter) {
        writer.bareText("protocol", "http")
        writer.attribute("container", stream.container)
        writer.attribute("codec", stream.codec)
        writer.attribute("audioChannels", stream.channels)
        writer.attribute("audioBitrate", stream.bitrate)
        writer.attribute("audioProfile", stream.profile)
        writer.attribute("audioSamplerate", stream.sampleRate)
        writer.attribute("audioBitdepth", stream.bitDepth)
    }
}
