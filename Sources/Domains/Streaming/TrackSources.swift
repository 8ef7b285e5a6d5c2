package import Catalog
package import Primitives

/// Where the audio of a track lies; implemented by the catalogue's store.
package protocol TrackSources: Sendable {
    /// One indexed query; nil for an unknown id.
    func source(of track: ID<Track>) async throws -> TrackSource?

    /// Changes whenever a source may have changed. Asking costs next to nothing.
    var revision: UInt64 { get }
}
