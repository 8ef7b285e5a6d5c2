package import Catalog
package import Primitives

/// What something similar is looked for to.
package enum DiscoveryTarget: Sendable, Equatable {
    case track(ID<Track>)
    case album(ID<Album>)
    case artist(ID<Artist>)
}
