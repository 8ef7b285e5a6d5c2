/// What a person's plan allows; nil is no limit.
package struct PlanLimits: Sendable, Hashable {
    package static let none = PlanLimits()

    /// Streams at once.
    package var streams: Int?
    /// In kbit/s; what has more is converted.
    package var maximumBitrate: Int?
    /// Bytes of music that the person has given and that wait for a decision.
    package var uploadQuota: Int64?
    /// Bytes of audio in a calendar month.
    package var monthlyTransfer: Int64?
    /// Whether the person may have files to keep.
    package var allowsDownloads: Bool

    package init(
        streams: Int? = nil, maximumBitrate: Int? = nil, uploadQuota: Int64? = nil, monthlyTransfer: Int64? = nil,
        allowsDownloads: Bool = true
    ) {
        self.streams = streams
        self.maximumBitrate = maximumBitrate
        self.uploadQuota = uploadQuota
        self.monthlyTransfer = monthlyTransfer
        self.allowsDownloads = allowsDownloads
    }
}
