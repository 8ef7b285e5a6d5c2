import Accounts
import Backups
import Credentials
import Foundation
import Gateway
import Glibc
import NIOPosix
import Primitives
import SQLiteStore

/// The checks before an instance is opened: whether its database and its keys belong together, and whether the database
/// is intact.
struct InstanceStart: Sendable {
    /// The size in bytes up to which a database is checked before the start; larger ones are checked in the background
    /// while the server runs.
    static let largestExaminedFirst: Int64 = 1 << 30
    /// The size in bytes up to which every index is also compared with its table; it takes less than two seconds.
    static let largestExaminedWhole: Int64 = 256 << 20
    /// The size in bytes up to which commands check the database each time.
    static let largestForCommands: Int64 = 64 << 20

    let data: DataFolder
    let backups: String

    private var pairing: InstancePairing { InstancePairing(data: data.path, backups: backups) }

    /// Examines the files and changes nothing. Throws an error that says how to restore.
    func verdict() throws -> InstancePairing.Verdict {
        let database: DatabaseIdentity
        do {
            database = try SQLiteDatabase.identity(at: data.database)
        } catch let error as DomainError where error.reason == "database_corrupt" {
            throw SQLiteDatabase.damage([], at: data.database, backups: backups)
        }
        let isUnfinished = FileManager.default.fileExists(atPath: data.firstStart)
        let hasLog = database == .missing && SQLiteDatabase.size(of: data.database + "-wal") > 0
        return try pairing.judge(database, try Self.keys(in: data.keys), isUnfinished: isUnfinished, hasLog: hasLog)
    }

    /// As `verdict()`, but waits for a process that may be creating the instance at this moment.
    func settledVerdict() async throws -> InstancePairing.Verdict {
        for _ in 0..<5 {
            if let verdict = try? verdict() { return verdict }
            try await Task.sleep(for: .milliseconds(100))
        }
        return try verdict()
    }

    /// Throws where the database is damaged; nil where it is too large to be checked before it is opened.
    func examine(upTo largest: Int64) async throws -> SQLiteDatabase.Examination? {
        let size = SQLiteDatabase.size(of: data.database) + SQLiteDatabase.size(of: data.database + "-wal")
        guard size <= largest else { return nil }
        let examination: SQLiteDatabase.Examination = size <= Self.largestExaminedWhole ? .whole : .quick
        let path = data.database
        let problems = try await NIOThreadPool.singleton.runIfActive {
            try SQLiteDatabase.problems(at: path, examination)
        }
        guard problems.isEmpty else { throw SQLiteDatabase.damage(problems, at: path, backups: backups) }
        return examination
    }

    /// Throws where the database at a path and the keys in a folder, both about to be put in place, do not belong
    /// together.
    var pairs: @Sendable (_ database: String, _ keys: String) throws -> Void {
        { [pairing] database, keys in
            _ = try pairing.judge(try SQLiteDatabase.identity(at: database), try Self.keys(in: keys))
        }
    }

    /// Marks the first start as begun, until `finish`.
    func begin() throws {
        try PrivateFile.write(Array("rondo is making this instance\n".utf8), to: data.firstStart)
    }

    /// Writes the id that database and keys share into each of them where it is missing.
    func finish(_ database: SQLiteDatabase) async throws {
        var id = try Self.instance(in: data.keys)
        if id == nil {
            let known = try await database.pair(with: UUID().uuidString.lowercased())
            try PrivateFile.write(Array((known + "\n").utf8), to: data.instanceID)
            id = known
        }
        guard let id, try await database.pair(with: id) == id else {
            throw DomainError(.unavailable, "Another process has just made this instance; try again")
        }
        unlink(data.firstStart)
    }

    /// The instance's identity according to a folder of keys.
    static func keys(in folder: String) throws -> KeysIdentity {
        let secret = folder + "/" + DataFolder.secretName
        let isThere = FileManager.default.fileExists(atPath: secret)
        return KeysIdentity(
            instance: try instance(in: folder), secret: isThere ? try ServerSecretFile.load(at: secret).keyID : nil,
            hasDeviceKeyRing: FileManager.default.fileExists(atPath: folder + "/" + DataFolder.deviceKeyRingName))
    }

    private static func instance(in folder: String) throws -> String? {
        guard let bytes = try PrivateFile.read(folder + "/" + DataFolder.instanceIDName) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }
}
