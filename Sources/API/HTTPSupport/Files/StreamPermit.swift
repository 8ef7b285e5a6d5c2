package import Accounts

/// Stands in the registry of open streams for as long as the response lives.
package final class StreamPermit: Sendable {
    private let stream: OpenStream

    package init(_ stream: OpenStream) {
        self.stream = stream
    }

    deinit {
        stream.close()
    }

    package var holds: Bool { !stream.isRevoked }
}
