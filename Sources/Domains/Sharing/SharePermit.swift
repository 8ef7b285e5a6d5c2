/// Stands in the registry of shared streams for as long as the response lives.
package final class SharePermit: Sendable {
    private let stream: ShareStream
    private let onEnd: @Sendable () -> Void

    init(_ stream: ShareStream, onEnd: @escaping @Sendable () -> Void) {
        self.stream = stream
        self.onEnd = onEnd
    }

    deinit {
        onEnd()
    }

    /// Cheap enough to be asked before every chunk.
    package var holds: Bool { !stream.isRevoked }
}
