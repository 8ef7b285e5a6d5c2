/// Counts for whoever began a conversion, until it is let go: for so long it is on the disk.
final class TranscodeSlot: Sendable {
    private let onEnd: @Sendable () -> Void

    init(onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    deinit {
        onEnd()
    }
}
