package import Primitives

/// Something that an admin should see to.
package struct GatewayWarning: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case certificateMissing, certificateExpired, certificateExpiring, diskFull, libraryUnreachable, encoderMissing
        case scanFailed, filesBroken
    }

    package let kind: Kind
    /// Nothing works, or will soon, without somebody doing something.
    package let isUrgent: Bool
    /// What it is about: a library's or disk's name, a number of files, a date, an error.
    package let detail: String

    package init(_ kind: Kind, isUrgent: Bool, detail: String = "") {
        self.kind = kind
        self.isUrgent = isUrgent
        self.detail = detail
    }

    /// An own certificate is renewed 30 days before its end; one that is nearer to it than this was not.
    private static let soon = Duration.seconds(21 * 86_400)

    static func about(_ certificate: CertificateState?, at now: Timestamp) -> [GatewayWarning] {
        guard let certificate else { return [GatewayWarning(.certificateMissing, isUrgent: true)] }
        let left = certificate.until.since(now)
        let days = String(left.wholeMilliseconds / 86_400_000)
        if left <= .zero { return [GatewayWarning(.certificateExpired, isUrgent: true)] }
        if left < .seconds(3 * 86_400) { return [GatewayWarning(.certificateExpiring, isUrgent: true, detail: days)] }
        return left < soon ? [GatewayWarning(.certificateExpiring, isUrgent: false, detail: days)] : []
    }

    /// Nearly full is less than a twentieth and less than 10 GB; urgent is less than 1 GB.
    static func about(_ disks: [DiskSpace]) -> [GatewayWarning] {
        disks.compactMap { disk in
            guard let free = disk.free, let total = disk.total else {
                return disk.isLibrary
                    ? GatewayWarning(.libraryUnreachable, isUrgent: true, detail: disk.name) : nil
            }
            guard free < total / 20, free < 10_000_000_000 else { return nil }
            // The gateway writes to libraries rarely, to the data folder all the time.
            return GatewayWarning(.diskFull, isUrgent: !disk.isLibrary && free < 1_000_000_000, detail: disk.name)
        }
    }
}
