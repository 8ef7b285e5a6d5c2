import Crypto
import Foundation
import Gateway
import Primitives

/// The folder that holds everything an instance knows: `rondo.sqlite`, `images/`, `keys/`, and `rondo.json` if there is one.
struct DataFolder: Sendable {
    let path: String

    var database: String { path + "/rondo.sqlite" }
    var images: String { path + "/images" }
    var keys: String { path + "/keys" }
    var demo: String { path + "/demo" }
    /// Holds the setup link while there is no admin.
    var setupLink: String { path + "/setup-link.txt" }

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

    /// A 256-bit secret of this instance, made at first use and kept in a file of its own, outside the database and its backups.
    func key(_ name: String) throws -> [UInt8] {
        let file = keys + "/" + name + ".key"
        if let bytes = try PrivateFile.read(file) {
            guard bytes.count == 32 else { throw DomainError(.invalid, "\(file) does not hold a key of 32 bytes") }
            return bytes
        }
        let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
        try PrivateFile.write(bytes, to: file)
        return bytes
    }
}
