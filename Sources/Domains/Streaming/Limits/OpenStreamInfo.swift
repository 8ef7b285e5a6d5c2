package import Catalog
package import Primitives

/// A stream that is being sent, as admins see it.
package struct OpenStreamInfo: Sendable, Equatable {
    package let listener: Listener
    /// Of a gift that is heard: its id, which no track has.
    package let track: ID<Track>
    /// Like `mp3` and 320; what the file is, where it is sent as it is.
    package let format: String
    /// In kbit/s; 0 where it is not known.
    package let bitrate: Int
    package let isConverted: Bool
    package let since: Timestamp
    /// Bytes so far.
    package let sent: Int64
}
