import Archives
import Backups
import Foundation
import Primitives
import SQLiteStore
import Support

/// A data folder with a database, keys and pictures, and the services that back it up.
struct BackupFixture {
    let folder: TemporaryFolder
    let places: BackupPlaces
    let snapshots: SQLiteSnapshots
    let music: String
    static let now = Timestamp(milliseconds: 1_795_000_000_000)

    var data: String { folder.path + "/data" }
    var database: String { data + "/rondo.sqlite" }

    init() throws {
        folder = try TemporaryFolder()
        let data = folder.path + "/data"
        music = folder.path + "/music"
        for path in ["/keys", "/images/ab", "/quarantine/one"] {
            try FileManager.default.createDirectory(atPath: data + path, withIntermediateDirectories: true)
        }
        try FileManager.default.createDirectory(atPath: music + "/Artist", withIntermediateDirectories: true)
        try Data("a song".utf8).write(to: URL(fileURLWithPath: music + "/Artist/Zażółć.flac"))
        for (path, text) in [
            ("/keys/secret.key", "secret"), ("/keys/device-keys.key", "ring"), ("/images/ab/cdef", "picture"),
            ("/quarantine/one/file", "given"), ("/quarantine/.draft", "half"),
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: data + path))
        }
        places = BackupPlaces(data: data, folder: folder.path + "/backups", lock: data + "/backup.lock")
        snapshots = SQLiteSnapshots(path: data + "/rondo.sqlite")
    }

    func vault(rate: Int? = nil) -> DiskBackupVault {
        let path = Array(music.utf8)
        return DiskBackupVault(
            places: places, snapshots: snapshots, version: "9.9", bytesPerSecond: rate, music: { [("lib", path)] })
    }

    /// Makes a backup and returns its path.
    func backUp(withMusic: Bool = false, withKeys: Bool = true, name: String? = nil) async throws -> String {
        let order = BackupOptions(
            name: name ?? BackupFile.name(at: Self.now), at: Self.now, withMusic: withMusic, withKeys: withKeys)
        return places.folder + "/" + (try await vault().make(order, reporting: BackupProgress()).name)
    }

    func verify(_ path: String) throws -> BackupContents {
        let result = try BackupCheck(snapshots: snapshots, bytesPerSecond: nil, progress: BackupProgress())
            .verify(path, scratch: folder.path)
        guard let contents = result.contents else { throw NeverHappened(what: "the backup was opened") }
        return contents
    }

    func restore(_ path: String, into target: String) throws -> (contents: BackupContents, aside: String)? {
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        let restoration = Restoration(BackupPlaces(data: target, folder: places.folder, lock: target + "/backup.lock"))
        let check = BackupCheck(snapshots: snapshots, bytesPerSecond: nil, progress: BackupProgress())
        _ = try restoration.prepare(path, check, snapshots: snapshots)
        return try restoration.apply()
    }

    static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
