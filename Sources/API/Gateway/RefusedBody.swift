import NIOCore

/// How much of a request's body is still to come, and what happens to it when the request is answered before that.
///
/// A few KiB that are under way are read, so that the connection can be used again. Of anything longer nothing is handed on: HTTP/1.1 closes
/// the connection after the answer, HTTP/2 resets the stream (RFC 9110 §9.3.4, RFC 9113 §8.1).
struct RefusedBody {
    /// What is read of a body that nobody wants.
    static let most = 64 * 1024
    /// How long the peer has to read the answer before the connection is closed under what it is still sending.
    static let linger = TimeAmount.seconds(1)

    /// Nil where it says no length.
    private var declared: Int?
    private var received = 0
    private var receivedSince = 0
    private(set) var isRefused = false

    init(declared: String? = nil) {
        self.declared = declared.flatMap { Int($0) }
    }

    /// Counts what came. False when it is not to be handed on.
    mutating func take(_ count: Int) -> Bool {
        received += count
        if isRefused { receivedSince += count }
        return !isRefused
    }

    /// The request is answered although its body is not complete.
    mutating func refuse() {
        if let declared, declared - received <= Self.most { return }
        isRefused = true
    }

    /// False once enough was read of what is thrown away.
    var isWorthReading: Bool { !isRefused || receivedSince <= Self.most }
}
