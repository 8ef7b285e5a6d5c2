import Files
import Foundation
import Glibc
import Primitives

/// The folder of all data of an instance: `rondo.sqlite`, `images/`, `keys/`, and `rondo.json` if there is one.
struct DataFolder: Sendable {
    let path: String

    var database: String { path + "/rondo.sqlite" }
    var images: String { path + "/images" }
    /// Files that can be made again; they may be deleted while nothing runs.
    var artworkCache: String { path + "/cache" }
    var transcodingCache: String { path + "/transcoded" }
    /// Pictures and previews of the outside catalog.
    var outsideCache: String { path + "/outside" }
    /// Temporary files while the web client's files are joined; empty otherwise.
    var joining: String { path + "/joining" }
    /// The index of recognition, which is made anew when it is missing.
    var recognition: String { path + "/recognition" }
    /// Copies of the songs that the jukebox plays; empty when nothing runs.
    var jukebox: String { path + "/jukebox" }
    /// Files that users have uploaded for import; empty when nothing runs.
    var imports: String { path + "/imports" }
    /// Downloaded episodes of podcasts, which are fetched again when they are missing.
    var podcasts: String { path + "/podcasts" }
    /// Submitted files that are in no library yet; only the server reads them.
    var quarantine: String { path + "/quarantine" }
    var keys: String { path + "/keys" }
    /// The secret that peppers passwords and signs device cookies; not part of the database.
    var secret: String { keys + "/" + Self.secretName }
    /// The keys that hash and seal device keys; not part of the database.
    var deviceKeyRing: String { keys + "/" + Self.deviceKeyRingName }
    /// The instance's id, which is also in the database.
    var instanceID: String { keys + "/" + Self.instanceIDName }
    /// Exists while the first start is in progress.
    var firstStart: String { path + "/first-start" }
    var scanLock: String { path + "/scan.lock" }
    /// The lock that servers on this folder share. A command that replaces the data with a backup takes it alone.
    var serverLock: String { path + "/server.lock" }
    var backups: String { path + "/backups" }
    var backupLock: String { path + "/backup.lock" }
    var demo: String { path + "/demo" }
    /// Contains the setup link while there is no admin.
    var setupLink: String { path + "/setup-link.txt" }

    /// Contains the address at which the server was last reached, for links that commands print.
    var address: String { path + "/address.txt" }

    /// Reserved space for a start on a full disk.
    var reserve: String { path + "/reserve" }

    static let secretName = "secret.key"
    static let deviceKeyRingName = "device-keys.key"
    static let instanceIDName = "instance.id"

    /// Makes the folders that are missing, readable only by the server's user.
    func prepare() throws {
        for folder in [path, images, keys] {
            try PrivateFolder.make(folder, remedy: ". Set data to another one")
        }
    }
}

/// A lock on a data folder: several servers share it, or one command has it alone. It works between processes, by
/// flock(2), and ends with the last reference or with the process.
final class FolderLock: Sendable {
    enum Manner {
        case beside, alone
    }

    private let descriptor: CInt

    /// Nil when another process has a lock that excludes this one.
    init?(at path: String, _ manner: Manner) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw DomainError(.unavailable, "\(path) cannot be opened: \(String(cString: strerror(errno)))")
        }
        // Deinit closes it, and runs here too. A second close could hit another file that has the same descriptor by
        // then.
        guard flock(descriptor, (manner == .alone ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 else { return nil }
    }

    /// Shares the lock from now on.
    func share() {
        flock(descriptor, LOCK_SH)
    }

    deinit {
        // A process that is being started may hold a copy of the descriptor.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

/// The folder that `--music` names, checked before anything is created.
struct MusicFolder {
    let path: String

    /// Nil where the disk does not answer.
    private func isThere() async -> Bool? {
        try? await LibraryThreads().run(for: Array(path.utf8), within: .seconds(5)) { [path] in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
        }
    }

    /// Whether it is the documentation's example folder, which does not exist everywhere.
    private var isCustomary: Bool {
        let homes = [NSHomeDirectory(), ProcessEnvironment.variables["HOME"] ?? NSHomeDirectory()]
        return homes.contains { URL(fileURLWithPath: path).standardized.path == $0 + "/Music" }
    }

    /// The message to log when the demo library takes the folder's place; nil where it does not. Throws where a first
    /// start would end without the folder. Later starts continue: its disk may come back.
    func absence(isFirstStart: Bool) async throws(DomainError) -> String? {
        guard isCustomary || isFirstStart else { return nil }
        guard let isThere = await isThere() else {
            guard isFirstStart else { return nil }
            throw DomainError(.unavailable, "\(path): the disk does not answer. Try again, or name another by --music")
        }
        guard !isThere else { return nil }
        if isCustomary {
            return "There is no folder \(path), so there is a short demo library: name your own by --music FOLDER"
        }
        throw DomainError.notFound("\(path): there is no such folder. Name another by --music, or leave it out")
    }
}
