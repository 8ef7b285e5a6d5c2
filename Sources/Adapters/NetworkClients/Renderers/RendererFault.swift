/// The reason why a renderer did not do what it was asked.
enum RendererFault: Error, Equatable {
    /// Nothing answers there, or too slowly.
    case unreachable
    /// The answer is none, too long, or leads elsewhere.
    case malformed
    /// The renderer refuses, with UPnP's number (UPnP Device Architecture 1.0, §3.2.2; AVTransport:1, §2.4).
    case refused(Int)

    /// The action cannot be taken in the present state, but soon.
    static let notYet = RendererFault.refused(701)
}
