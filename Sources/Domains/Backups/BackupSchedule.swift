import Foundation
package import Primitives

/// The schedule of automatic backups: once a day at a time in the server's time zone. The latest `keep` of them are
/// retained.
package struct BackupSchedule: Sendable, Equatable {
    package static let keeps = 1...365

    package var isEnabled: Bool
    /// Minutes after midnight.
    package var minute: Int
    package var keep: Int
    package var withMusic: Bool

    package init(isEnabled: Bool = false, minute: Int = 3 * 60 + 30, keep: Int = 7, withMusic: Bool = false) {
        self.isEnabled = isEnabled
        self.minute = minute
        self.keep = keep
        self.withMusic = withMusic
    }

    package func check() throws(DomainError) {
        guard (0..<1440).contains(minute) else {
            throw .invalid("The time must be a minute of the day, 0 to 1439", field: "minute")
        }
        guard Self.keeps.contains(keep) else { throw .invalid("1 to 365 backups can be retained", field: "keep") }
    }

    /// The latest time, not after `now`, at which a backup was to be made. On a day whose clocks skip that time it is
    /// the first time after.
    func latestDue(at now: Timestamp, in zone: TimeZone) -> Timestamp? {
        guard isEnabled else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let instant = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
        for day in [instant, instant.addingTimeInterval(-86_400)] {
            let midnight = calendar.startOfDay(for: day)
            let due =
                calendar.date(bySettingHour: minute / 60, minute: minute % 60, second: 0, of: midnight)
                ?? midnight.addingTimeInterval(Double(minute) * 60)
            if due <= instant { return Timestamp(milliseconds: Int64(due.timeIntervalSince1970 * 1000)) }
        }
        return nil
    }
}

/// The coordinator's state for the administration pages.
package struct BackupStatus: Sendable {
    package enum Work: String, Sendable, CaseIterable {
        case backup, verification, restoration
    }

    /// The present work; nil for none.
    package let work: Work?
    /// The archive that it works on.
    package let file: String?
    package let bytes: Int64
    package let last: BackupRun?
    /// The archive that is restored at the next start.
    package let prepared: BackupContents?
    /// The reason why the last verification or restoration from the administration pages failed.
    package let failure: String?
}
