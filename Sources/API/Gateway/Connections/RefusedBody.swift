import NIOCore

/// The rest of a request's body when the request is answered before its end.
///
/// A few KiB under way are read, so that the connection can be reused. Of a longer rest nothing is passed on: HTTP/1.1
/// closes the connection after the response, HTTP/2 resets the stream (RFC 9110 §9.3.4, RFC 9113 §8.1).
struct RefusedBody {
    /// The most bytes that are read of a refused body.
    static let most = 64 * 1024
    /// The time that the peer has to read the response before the connection is closed while it still sends.
    static let linger = TimeAmount.seconds(1)

    /// The declared length; nil when there is none.
    private var declared: Int?
    private var received = 0
    private var receivedSince = 0
    private(set) var isRefused = false

    init(declared: String? = nil) {
        self.declared = declared.flatMap { Int($0) }
    }

    /// Counts received bytes. Returns false when they must not be passed on.
    mutating func take(_ count: Int) -> Bool {
        received += count
        if isRefused { receivedSince += count }
        return !isRefused
    }

    /// Called when the request is answered before its body is complete.
    mutating func refuse() {
        if let declared, declared - received <= Self.most { return }
        isRefused = true
    }

    /// Returns false once enough discarded bytes were read.
    var isWorthReading: Bool { !isRefused || receivedSince <= Self.most }
}
