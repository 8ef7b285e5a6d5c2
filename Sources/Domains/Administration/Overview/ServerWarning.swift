package import Primitives

/// A problem that an admin should look at.
package struct ServerWarning: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case certificateMissing, certificateExpired, certificateExpiring, diskFull, libraryUnreachable, encoderMissing
        case scanFailed, filesBroken, requestRefused, confinementPartial
        case databaseDamaged, databaseUnexamined, cleanupStopped, clockLeapt
        /// The certificate in the files is not valid, so another one stays in use.
        case certificateRefused
        /// A certificate authority did not issue a certificate.
        case certificateNotOrdered
        /// The authority was made by an earlier version and can sign certificates for any name.
        case authorityUnconstrained
        /// After it expires every device has to import a new one.
        case authorityExpiring
    }

    package let kind: Kind
    /// Whether the server does not work, or will soon stop working, unless an admin acts.
    package let isUrgent: Bool
    /// The subject of the warning: the name of a library or disk, a number of files, a date, an error, a method and
    /// path, names of layers.
    package let detail: String

    package init(_ kind: Kind, isUrgent: Bool, detail: String = "") {
        self.kind = kind
        self.isUrgent = isUrgent
        self.detail = detail
    }

    /// The server renews its own certificate 30 days before its end. One that is nearer to its end than this was not
    /// renewed.
    private static let soon = Duration.seconds(21 * 86_400)

    static func about(_ certificate: CertificateState?, at now: Timestamp) -> [ServerWarning] {
        guard let certificate else { return [ServerWarning(.certificateMissing, isUrgent: true)] }
        return about(dates: certificate, at: now) + about(files: certificate) + about(certificate.authority, at: now)
    }

    private static func about(files certificate: CertificateState) -> [ServerWarning] {
        let refused = certificate.problem.map { ServerWarning(.certificateRefused, isUrgent: true, detail: $0) }
        let unordered = certificate.orderProblem.map {
            ServerWarning(.certificateNotOrdered, isUrgent: false, detail: $0)
        }
        return [refused, unordered].compactMap(\.self)
    }

    private static func about(_ authority: AuthorityState?, at now: Timestamp) -> [ServerWarning] {
        guard let authority else { return [] }
        var warnings: [ServerWarning] = []
        if !authority.isConstrained { warnings.append(ServerWarning(.authorityUnconstrained, isUrgent: false)) }
        let left = authority.until.since(now)
        if left < .seconds(90 * 86_400) {
            let days = String(max(0, left.wholeMilliseconds / 86_400_000))
            warnings.append(ServerWarning(.authorityExpiring, isUrgent: false, detail: days))
        }
        return warnings
    }

    private static func about(dates certificate: CertificateState, at now: Timestamp) -> [ServerWarning] {
        let left = certificate.until.since(now)
        let days = String(left.wholeMilliseconds / 86_400_000)
        if left <= .zero { return [ServerWarning(.certificateExpired, isUrgent: true)] }
        if left < .seconds(3 * 86_400) { return [ServerWarning(.certificateExpiring, isUrgent: true, detail: days)] }
        return left < soon ? [ServerWarning(.certificateExpiring, isUrgent: false, detail: days)] : []
    }

    static func about(_ upkeep: UpkeepState) -> [ServerWarning] {
        var warnings: [ServerWarning] = []
        switch upkeep.database {
        case .sound: break
        case .unexamined: warnings.append(ServerWarning(.databaseUnexamined, isUrgent: false))
        case .damaged(let problem): warnings.append(ServerWarning(.databaseDamaged, isUrgent: true, detail: problem))
        }
        if let leap = upkeep.leap {
            let days = leap.shown.since(leap.expected).wholeMilliseconds / 86_400_000
            warnings.append(ServerWarning(.clockLeapt, isUrgent: true, detail: "\(days)"))
        }
        return warnings
            + upkeep.cleanups.compactMap { state in
                state.stopped.map {
                    ServerWarning(
                        .cleanupStopped, isUrgent: false, detail: "\(state.kind.rawValue) \($0) / \(state.total)")
                }
            }
    }

    /// A disk is nearly full with less than a twentieth and less than 10 GB free. That is urgent with less than 1 GB.
    static func about(_ disks: [DiskSpace]) -> [ServerWarning] {
        disks.compactMap { disk in
            guard let free = disk.free, let total = disk.total else {
                return disk.isLibrary
                    ? ServerWarning(.libraryUnreachable, isUrgent: true, detail: disk.name) : nil
            }
            guard free < total / 20, free < 10_000_000_000 else { return nil }
            // The server rarely writes to libraries, but all the time to the data folder.
            return ServerWarning(.diskFull, isUrgent: !disk.isLibrary && free < 1_000_000_000, detail: disk.name)
        }
    }
}
