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
        let (days, rest) = Int(instant.milliseconds / 1000).quotientAndRemainder(dividingBy: 86_400)
        let date = LocalDay(number: days).text.filter { $0 != "-" }
        return beginning + date + "-" + padded(rest / 3600) + padded(rest / 60 % 60) + padded(rest % 60)
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

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

/// An archive with the run that made it.
package struct ListedBackup: Sendable {
    package let file: BackupFile
    /// Nil for an archive that was copied into the folder.
    package let run: BackupRun?
}
