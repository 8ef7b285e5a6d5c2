/// How much room somebody's music takes before it is in a library, and how much it may.
package struct UploadUse: Sendable, Equatable {
    package let bounds: UploadBounds
    /// Bytes of the caller's, announced or there.
    package let used: Int64

    package init(bounds: UploadBounds, used: Int64) {
        self.bounds = bounds
        self.used = used
    }
}
