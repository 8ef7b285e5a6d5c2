import Foundation
package import Primitives

/// When backups are made by themselves: once a day at a time of the gateway's zone, the latest `keep` of them kept.
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
        guard Self.keeps.contains(keep) else { throw .invalid("1 to 365 backups can be kept", field: "keep") }
    }

    /// The latest moment, not after `now`, at which a backup was to be made. Where clocks skip that time of day it is the first one after.
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
