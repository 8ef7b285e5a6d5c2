/// How long and how much the gateway gives a client before it lets go.
package struct ConnectionLimits: Sendable, Equatable {
    /// From the TCP accept to the end of the TLS handshake.
    package var handshake: Duration = .seconds(10)
    /// From the handshake to the whole head of the first request, and from the first byte of a later one to its end.
    package var head: Duration = .seconds(10)
    /// Between requests.
    package var idle: Duration = .seconds(60)
    /// The slowest request body, in bytes over each `progressWindow`.
    package var minimumBodyBytes = 10 * 1024
    /// The slowest reader of a response that is waiting to be sent, in bytes over each `stallWindow`.
    package var minimumResponseBytes = 60 * 1024
    package var bodyWindow: Duration = .seconds(10)
    package var stallWindow: Duration = .seconds(60)
    /// How long a connection that sent too many frames is left unread before it is closed.
    package var floodPause: Duration = .seconds(5)
    /// Connections at once, all together.
    package var connections = 12_000
    /// Connections at once from one IPv4 address or one IPv6 /64.
    package var connectionsPerAddress = 64
    /// The same for the loopback addresses, where a reverse proxy speaks for many.
    package var connectionsFromThisMachine = 4_096
    /// What long request heads may take at once, all together.
    package var longHeadBytes = 24 << 20
    /// The same for one address, with what it has taken lately.
    package var longHeadBytesPerAddress = 4 << 20
    /// How much of what an address has taken is forgotten each second.
    package var longHeadBytesPerSecond = 1 << 20

    package init() {}
}
