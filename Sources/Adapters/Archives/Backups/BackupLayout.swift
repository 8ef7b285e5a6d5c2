/// Where things lie in an archive.
///
/// - `rondo-backup.json`: what it is (`BackupContents`), always first
/// - `database/rondo.sqlite`
/// - `keys/secret.key`, `keys/device-keys.key`
/// - `images/ab/cdef…`
/// - `quarantine/…`: what people have given and nobody has decided on
/// - `music/LIBRARY/…`
/// - `SHA256SUMS`: always last
enum BackupLayout {
    static let contents = "rondo-backup.json"
    static let database = "database/rondo.sqlite"
    static let folders = ["keys", "images", "quarantine", "music"]

    /// Whether a backup can hold an entry of this name, besides its first and its last.
    static func allows(_ name: [UInt8]) -> Bool {
        if name == Array(database.utf8) { return true }
        let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count >= 2, parts.count <= 200,
            folders.contains(where: { parts[0].elementsEqual($0.utf8) })
        else { return false }
        return parts.allSatisfy { part in
            (1...255).contains(part.count) && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
        }
    }
}
