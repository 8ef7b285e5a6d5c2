import Primitives
import Catalog

/// What rules found for one reader at one moment.
struct SmartResult: Sendable {
    let tracks: [ID<Track>]
    let durationMilliseconds: Int64
    /// Different ones of the first tracks, at most four.
    let covers: [BlobKey]

    /// The same for the same tracks in the same order: FNV-1a over their ids, as a whole number that JSON carries exactly.
    var stamp: Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for track in tracks {
            for byte in track.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        return Int64(hash & 0x1F_FFFF_FFFF_FFFF)
    }
}
