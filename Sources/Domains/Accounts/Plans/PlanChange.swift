/// What an admin says about a plan; nil leaves it as it is, nil within is no limit.
package struct PlanChange: Sendable {
    package var name: String?
    package var streams: Int??
    /// In kbit/s.
    package var maximumBitrate: Int??
    /// Bytes.
    package var uploadQuota: Int64??
    /// Bytes.
    package var monthlyTransfer: Int64??
    package var allowsDownloads: Bool?
    /// Only to true: another plan takes it away.
    package var isDefault: Bool?

    package init(
        name: String? = nil, streams: Int?? = nil, maximumBitrate: Int?? = nil, uploadQuota: Int64?? = nil,
        monthlyTransfer: Int64?? = nil, allowsDownloads: Bool? = nil, isDefault: Bool? = nil
    ) {
        self.name = name
        self.streams = streams
        self.maximumBitrate = maximumBitrate
        self.uploadQuota = uploadQuota
        self.monthlyTransfer = monthlyTransfer
        self.allowsDownloads = allowsDownloads
        self.isDefault = isDefault
    }
}
