/// A short audio file with an ID3v2.3 tag in a RIFF chunk: all that a scan needs, in about 600 bytes.
package enum TaggedWAV {
    /// - Parameter frames: ID3v2.3 text frames by name, such as `TIT2`, in Latin-1.
    package static func file(_ frames: [(name: String, text: String)], seed: UInt64, frames count: Int = 64) -> [UInt8]
    {
        let sound = WAVFile.noise(frames: count, seed: seed)
        var tag: [UInt8] = []
        for (name, text) in frames {
            let body = [0] + Array(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
            tag += Array(name.utf8) + big(body.count) + [0, 0] + body
        }
        var synchsafe: [UInt8] = []
        for shift in [21, 14, 7, 0] { synchsafe.append(UInt8((tag.count >> shift) & 0x7F)) }
        tag = Array("ID3".utf8) + [3, 0, 0] + synchsafe + tag
        if tag.count % 2 == 1 { tag.append(0) }
        let chunk = Array("id3 ".utf8) + big(tag.count).reversed() + tag
        let size = sound.count + chunk.count - 8
        return Array("RIFF".utf8) + big(size).reversed() + sound[8...] + chunk
    }

    private static func big(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
