package import Backups
import CLinux
import Foundation
import Glibc
import Primitives

/// Replaces the contents of a data folder by a backup, in two steps. `prepare` unpacks the backup beside the present
/// data, compares it and marks it as ready. `apply` moves the present data aside and the new data in, while no server
/// runs. An interrupted `apply` is continued by the next one. Blocks.
package struct Restoration {
    private static let parts = ["images", "keys", "quarantine", "restored-music"]

    private let places: BackupPlaces
    private let pairs: (_ database: String, _ keys: String) throws -> Void

    /// - Parameter pairs: throws where a database and a folder of keys do not belong together.
    package init(
        _ places: BackupPlaces, pairs: @escaping (_ database: String, _ keys: String) throws -> Void = { _, _ in }
    ) {
        self.places = places
        self.pairs = pairs
    }

    /// Returns the archive's description of itself, and its seal if it is encrypted.
    package func prepare(
        _ archive: String, _ check: BackupCheck, snapshots: any DatabaseSnapshots
    ) throws -> (contents: BackupContents, seal: SealedBackupFacts?) {
        _ = try cancel()
        guard mkdir(places.restoring, 0o700) == 0 else { throw BackupFailure.writing() }
        do {
            let (contents, seal) = try check.unpack(archive, into: places.restoring)
            try arrange(contents, snapshots)
            try JSONEncoder().encode(contents).write(to: URL(fileURLWithPath: places.ready + ".new"))
            try sync()
            guard rename(places.ready + ".new", places.ready) == 0 else { throw BackupFailure.writing() }
            try sync()
            return (contents, seal)
        } catch {
            try? FileManager.default.removeItem(atPath: places.restoring)
            throw error
        }
    }

    /// The backup that `apply` would put in place; nil for none.
    package func prepared() throws -> BackupContents? {
        guard let bytes = FileManager.default.contents(atPath: places.ready) else { return nil }
        return try BackupCheck.contents(Array(bytes))
    }

    /// The path of the database that `apply` would put in place; nil when nothing is ready.
    package func preparedDatabase() throws -> String? {
        try prepared().map { _ in places.restoring + "/" + BackupPlaces.database }
    }

    /// Returns false when there was nothing to cancel.
    package func cancel() throws -> Bool {
        guard access(places.restoring, F_OK) == 0 else { return false }
        // Without its mark the rest has no effect, however long its removal takes.
        let wasReady = unlink(places.ready) == 0
        do {
            try FileManager.default.removeItem(atPath: places.restoring)
        } catch {
            throw DomainError(.unavailable, "The folder \(places.restoring) cannot be removed")
        }
        return wasReady
    }

    /// Puts the prepared backup in place. Returns that backup and the folder of the previous data; nil when nothing is
    /// ready.
    package func apply() throws -> (contents: BackupContents, aside: String)? {
        guard let contents = try prepared() else { return nil }
        var facts = stat()
        guard stat(places.ready, &facts) == 0 else { throw BackupFailure.reading(places.ready) }
        // Named after the mark, so that a second attempt finds the folder of the first; two restores in one second have
        // one each.
        let instant = Timestamp(milliseconds: Int64(facts.st_mtim.tv_sec) &* 1000)
        let name = BackupFile.name(at: instant).dropFirst("rondo-".count).dropLast(BackupFile.ending.count)
        let milliseconds = String(1000 + facts.st_mtim.tv_nsec / 1_000_000).dropFirst()
        let aside = "\(places.data)/replaced-\(name)-\(milliseconds)"
        guard mkdir(aside, 0o700) == 0 || errno == EEXIST else { throw BackupFailure.writing() }
        if exists(places.restoring, BackupPlaces.database) {
            // The write-ahead log is moved before the database: an old log would be applied to a new database.
            for part in ["-wal", "-shm", ""].map({ BackupPlaces.database + $0 }) where exists(places.data, part) {
                try move(part, from: places.data, to: aside)
            }
            try move(BackupPlaces.database, from: places.restoring, to: places.data)
        }
        for part in Self.parts where exists(places.restoring, part) {
            if exists(places.data, part) { try move(part, from: places.data, to: aside) }
            try move(part, from: places.restoring, to: places.data)
        }
        try sync()
        guard unlink(places.ready) == 0 else { throw BackupFailure.writing() }
        try? FileManager.default.removeItem(atPath: places.restoring)
        // Removes the folder if it is empty. A failure does not matter.
        rmdir(aside)
        return (contents, aside)
    }

    /// Arranges the unpacked files as a data folder.
    private func arrange(_ contents: BackupContents, _ snapshots: any DatabaseSnapshots) throws {
        guard contents.includesKeys || exists(places.data, "keys/secret.key") else {
            throw DomainError(
                .conflict,
                "The backup holds no keys, without which no password of it can be checked: put the folder keys into the data folder first",
                reason: "keys_missing")
        }
        let (restoring, data) = (places.restoring, places.data)
        let pointed = try snapshots.adopt(restoring + "/" + BackupLayout.database) { id in
            access("\(restoring)/music/\(id)", F_OK) == 0 ? "\(data)/restored-music/\(id)" : nil
        }
        try move("database/" + BackupPlaces.database, from: restoring, to: restoring, as: BackupPlaces.database)
        try pairs(restoring + "/" + BackupPlaces.database, (contents.includesKeys ? restoring : data) + "/keys")
        for folder in ["images"] + (exists(data, "quarantine") ? ["quarantine"] : [])
        where !exists(restoring, folder) {
            guard mkdir(restoring + "/" + folder, 0o700) == 0 else { throw BackupFailure.writing() }
        }
        guard !pointed.isEmpty else { return }
        guard mkdir(restoring + "/restored-music", 0o700) == 0 else { throw BackupFailure.writing() }
        for id in pointed { try move(id, from: restoring + "/music", to: restoring + "/restored-music") }
    }

    private func exists(_ folder: String, _ name: String) -> Bool {
        access(folder + "/" + name, F_OK) == 0
    }

    private func move(_ name: String, from folder: String, to other: String, as newName: String? = nil) throws {
        guard rename(folder + "/" + name, other + "/" + (newName ?? name)) == 0 else { throw BackupFailure.writing() }
    }

    private func sync() throws {
        let descriptor = open(places.data, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BackupFailure.reading(places.data) }
        defer { close(descriptor) }
        guard rondo_syncfs(descriptor) == 0 else { throw BackupFailure.writing() }
    }
}
