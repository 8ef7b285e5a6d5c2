/// The limits of a user's plan; nil is no limit.
package struct PlanLimits: Sendable, Hashable {
    package static let none = PlanLimits()

    /// Streams at the same time.
    package var streams: Int?
    /// In kbit/s; tracks with a higher bitrate are converted.
    package var maximumBitrate: Int?
    /// Bytes of submitted music that may be pending at the same time.
    package var uploadQuota: Int64?
    /// Bytes of audio in a calendar month.
    package var monthlyTransfer: Int64?
    /// Whether the user may download files.
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

/// A number of bytes as text for sentences.
package struct ByteCount: Sendable, CustomStringConvertible {
    private let bytes: Int64

    package init(_ bytes: Int64) {
        self.bytes = bytes
    }

    /// In decimal units, as plans count, with one decimal place that is never rounded up: `12.5 MB`, `999 bytes`.
    package var description: String {
        let units: [(Int64, String)] = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")]
        guard let (unit, name) = units.first(where: { bytes >= $0.0 }) else {
            return bytes == 1 ? "1 byte" : "\(bytes) bytes"
        }
        let (whole, tenth) = (bytes / unit, bytes % unit * 10 / unit)
        return tenth == 0 ? "\(whole) \(name)" : "\(whole).\(tenth) \(name)"
    }
}
