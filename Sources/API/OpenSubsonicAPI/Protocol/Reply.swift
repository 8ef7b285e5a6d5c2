/// What a successful call answers beside the envelope.
struct Reply: Sendable {
    /// Bytes that it is expected to take.
    let capacity: Int
    let write: @Sendable (inout ReplyWriter) -> Void

    init(capacity: Int = 2048, _ write: @escaping @Sendable (inout ReplyWriter) -> Void) {
        self.capacity = capacity
        self.write = write
    }

    static let empty = Reply { _ in }
}
