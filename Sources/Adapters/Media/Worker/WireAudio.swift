import Catalog

/// `AudioProperties` on the wire: every field in the order of its declaration.
extension WireWriter {
    mutating func put(_ audio: AudioProperties) {
        put(audio.mediaType)
        put(audio.codec)
        put(audio.durationMilliseconds)
        put(audio.bitrate)
        put(audio.sampleRate)
        put(audio.channels)
        put(audio.bitDepth)
    }
}

extension WireReader {
    mutating func audio() throws(WireError) -> AudioProperties {
        let audio = AudioProperties(
            mediaType: try text(), codec: try text(), durationMilliseconds: try int64(), bitrate: try int(),
            sampleRate: try int(), channels: try int(), bitDepth: try int())
        // What is added up and shown later must not overflow there.
        let bound = 0...(1 << 40)
        guard bound.contains(Int(clamping: audio.durationMilliseconds)), bound.contains(audio.bitrate),
            bound.contains(audio.sampleRate), bound.contains(audio.channels), bound.contains(audio.bitDepth)
        else { throw WireError() }
        return audio
    }
}
