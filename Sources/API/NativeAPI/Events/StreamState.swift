/// Whether an event stream may go on.
enum StreamState: Sendable {
    case good
    /// Its credential has ended.
    case ended
    /// Its person sees other libraries now; the client comes back and is told what it may hear from there on.
    case outdated
}
