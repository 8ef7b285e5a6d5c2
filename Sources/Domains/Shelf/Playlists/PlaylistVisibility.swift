/// Who reads a playlist.
package enum PlaylistVisibility: String, Sendable, CaseIterable {
    /// Its owner.
    case `private`
    /// Everybody on the gateway.
    case `public`
    /// Its owner and those whom they invited, who also change what is in it.
    case collaborative
}
