package import Primitives
package import Catalog

/// An archive that is about to be made: everything that it will hold, in order.
package struct Download: Sendable {
    package enum Content: Sendable {
        case track(ID<Track>)
        case file(any ReadableFile)
        case text([UInt8])
    }

    package struct Entry: Sendable {
        /// With `/` between folders; safe on every system.
        package let path: String
        package let size: Int64
        package let modifiedAt: Timestamp
        package let content: Content
    }

    /// Most files in one archive; the longest queue holds as many tracks.
    package static let mostFiles = 10_000
    /// Most bytes of files in one archive.
    package static let mostBytes: Int64 = 256 << 30

    /// The same for every download of the same thing.
    package let id: String
    /// The archive's file name without its ending; every system takes it.
    package let name: String
    package let entries: [Entry]
    /// The parts of libraries that tracks are of: when one is taken from the listener, the download ends.
    package let libraries: Set<String>

    /// Of all files, without what the archive adds.
    var bytes: Int64 { entries.reduce(0) { $0 + $1.size } }
}
