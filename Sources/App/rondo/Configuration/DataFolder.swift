import Foundation
import Primitives

/// The folder that holds everything an instance knows: `rondo.sqlite`, `images/`, `keys/`, and `rondo.json` if there is one.
struct DataFolder: Sendable {
    let path: String

    var database: String { path + "/rondo.sqlite" }
    var images: String { path + "/images" }
    /// What can be made again; may be deleted while nothing runs.
    var artworkCache: String { path + "/cache" }
    var transcodingCache: String { path + "/transcoded" }
    /// What people have sent to be imported; empty when nothing runs.
    var imports: String { path + "/imports" }
    /// What people have given and no library holds yet; only the gateway reads it.
    var quarantine: String { path + "/quarantine" }
    var keys: String { path + "/keys" }
    /// The secret that peppers passwords and signs device cookies; not part of the database.
    var secret: String { keys + "/" + Self.secretName }
    /// What device keys are hashed and sealed with; not part of the database.
    var deviceKeyRing: String { keys + "/" + Self.deviceKeyRingName }
    /// The instance's id, which the database holds too.
    var instanceID: String { keys + "/" + Self.instanceIDName }
    /// There while the first start is being carried out.
    var firstStart: String { path + "/first-start" }
    var scanLock: String { path + "/scan.lock" }
    /// Held together by the servers that run on this folder, alone by what puts a backup in its place.
    var serverLock: String { path + "/server.lock" }
    var backups: String { path + "/backups" }
    var backupLock: String { path + "/backup.lock" }
    var demo: String { path + "/demo" }
    /// Holds the setup link while there is no admin.
    var setupLink: String { path + "/setup-link.txt" }

    /// Holds the address that the server was last reached by, for links that commands print.
    var address: String { path + "/address.txt" }

    /// Room for a start on a full disk.
    var reserve: String { path + "/reserve" }

    static let secretName = "secret.key"
    static let deviceKeyRingName = "device-keys.key"
    static let instanceIDName = "instance.id"

    /// Makes the folders that are missing, readable by the gateway's user only.
    func prepare() throws {
        for folder in [path, images, keys] {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw DomainError(.unavailable, "The folder \(folder) cannot be made: set data to one that can")
            }
        }
    }
}
