/// Where the parts of a gateway lie that a backup holds, as paths.
package struct BackupPlaces: Sendable {
    /// The data folder.
    package let data: String
    /// Where archives are kept.
    package let folder: String
    package let lock: String

    package init(data: String, folder: String, lock: String) {
        self.data = data
        self.folder = folder
        self.lock = lock
    }

    static let database = "rondo.sqlite"

    /// What is restored, before it is put in place.
    var restoring: String { data + "/restoring" }
    /// Its last file: what is there without it is half unpacked.
    var ready: String { restoring + "/ready.json" }
}
