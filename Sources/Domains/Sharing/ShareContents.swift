package import Catalog

/// What somebody with the link gets to see.
package struct ShareContents: Sendable {
    package let share: Share
    /// The name that the owner shows.
    package let owner: String
    package let heading: ShareHeading
    /// In the share's order; each once, and only what is there at present.
    package let tracks: [TrackItem]
}
