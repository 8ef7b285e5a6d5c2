package import Primitives

/// An archive in the backup folder.
package struct BackupFile: Sendable, Equatable {
    package let name: String
    /// In bytes.
    package let size: Int64
    package let modifiedAt: Timestamp

    package init(name: String, size: Int64, modifiedAt: Timestamp) {
        self.name = name
        self.size = size
        self.modifiedAt = modifiedAt
    }

    package static let ending = ".tar"
    /// The ending of an encrypted archive.
    package static let sealedEnding = ".tar.sealed"
    private static let beginning = "rondo-"

    package var isSealed: Bool { name.hasSuffix(Self.sealedEnding) }

    /// `rondo-20261121-213800.tar`, in UTC.
    package static func name(at instant: Timestamp, isSealed: Bool = false) -> String {
        let seconds = instant.milliseconds / 1000
        let (days, rest) = (seconds / 86_400, seconds % 86_400)
        // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let date = padded(year, 4) + padded(month, 2) + padded(day, 2)
        return beginning + date + "-" + padded(rest / 3600, 2) + padded(rest / 60 % 60, 2) + padded(rest % 60, 2)
            + (isSealed ? sealedEnding : ending)
    }

    /// Whether `name` can be a backup's name. Other names are treated as missing, whatever is in the folder.
    package static func isName(_ name: String) -> Bool {
        name.utf8.count <= 64 && name.hasPrefix(beginning)
            && (name.hasSuffix(ending) || name.hasSuffix(sealedEnding))
            && name.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            }
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}

/// An archive with the run that made it.
package struct ListedBackup: Sendable {
    package let file: BackupFile
    /// Nil for an archive that was copied into the folder.
    package let run: BackupRun?
}
