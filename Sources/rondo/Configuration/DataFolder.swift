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
    var keys: String { path + "/keys" }
    /// The secret that peppers passwords and signs device cookies; not part of the database or its backups.
    var secret: String { keys + "/secret.key" }
    /// What device keys are hashed and sealed with; not part of the database or its backups.
    var deviceKeyRing: String { keys + "/device-keys.key" }
    var scanLock: String { path + "/scan.lock" }
    var demo: String { path + "/demo" }
    /// Holds the setup link while there is no admin.
    var setupLink: String { path + "/setup-link.txt" }

    /// Holds the address that the server was last reached by, for links that commands print.
    var address: String { path + "/address.txt" }

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
