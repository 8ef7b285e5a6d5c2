package import Backups
import Files
import Foundation
import Glibc
import NIOPosix
package import Primitives

/// Backups in a folder, made and read on a low-priority thread.
package struct DiskBackupVault: BackupVault {
    package typealias Music = @Sendable () async throws -> [(id: String, path: [UInt8])]

    private let places: BackupPlaces
    private let pairs: @Sendable (_ database: String, _ keys: String) throws -> Void
    private let snapshots: any DatabaseSnapshots
    private let version: String
    private let bytesPerSecond: Int?
    private let music: Music
    private let signer: BackupSigner?

    /// - Parameters:
    /// - pairs: throws where a database and a folder of keys do not belong together.
    /// - version: the version of this program.
    /// - bytesPerSecond: the limit of disk traffic; nil for none.
    /// - signer: signs encrypted archives, and must have signed the archives that are verified.
    /// - music: the ids and folders of the libraries.
    package init(
        places: BackupPlaces,
        pairs: @escaping @Sendable (_ database: String, _ keys: String) throws -> Void = { _, _ in },
        snapshots: any DatabaseSnapshots, version: String, bytesPerSecond: Int?,
        signer: BackupSigner? = nil, music: @escaping Music
    ) {
        self.places = places
        self.pairs = pairs
        self.snapshots = snapshots
        self.version = version
        self.bytesPerSecond = bytesPerSecond
        self.signer = signer
        self.music = music
    }

    package func files() async throws -> [BackupFile] {
        try await run { BackupFolder.files(in: places.folder) }
    }

    package func make(_ order: BackupOptions, reporting progress: BackupProgress) async throws -> BackupFile {
        let music = order.withMusic ? try await music() : []
        return try await LowPriorityThread.run {
            try makeFolder()
            let lock = try BackupLock.take(at: places.lock, within: 30)
            defer { withExtendedLifetime(lock) {} }
            BackupFolder.tidy(places.folder)
            BackupFolder.tidy(places.data)
            return try BackupMaker(
                places: places, snapshots: snapshots, version: version, music: music,
                pace: Pace(bytesPerSecond: bytesPerSecond), progress: progress, signer: signer
            ).make(order)
        }
    }

    package func verify(_ name: String, reporting progress: BackupProgress) async throws -> BackupVerification {
        try await LowPriorityThread.run {
            let lock = try BackupLock.take(at: places.lock, within: 30)
            defer { withExtendedLifetime(lock) {} }
            return try check(progress, signedIf: name).verify(places.folder + "/" + name, scratch: places.folder)
        }
    }

    package func prepareRestore(of name: String, reporting progress: BackupProgress) async throws -> BackupContents {
        try await LowPriorityThread.run {
            let lock = try BackupLock.take(at: places.lock, within: 30)
            defer { withExtendedLifetime(lock) {} }
            return try Restoration(places, pairs: pairs).prepare(
                places.folder + "/" + name, check(progress), snapshots: snapshots
            ).contents
        }
    }

    package func preparedRestore() async throws -> BackupContents? {
        try await run { try Restoration(places).prepared() }
    }

    package func cancelRestore() async throws -> Bool {
        try await run { try Restoration(places).cancel() }
    }

    package func open(_ name: String) async throws -> (any ReadableFile)? {
        try await run {
            let descriptor = Glibc.open(places.folder + "/" + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard descriptor >= 0 else {
                if errno == ENOENT || errno == ELOOP { return nil }
                throw BackupFailure.reading(name)
            }
            return DescriptorFile(taking: descriptor)
        }
    }

    package func delete(_ name: String) async throws -> Bool {
        try await run {
            guard unlink(places.folder + "/" + name) == 0 else {
                guard errno == ENOENT else { throw BackupFailure.reading(name) }
                return false
            }
            return true
        }
    }

    package func tidy() async throws {
        try await run {
            // The holder of the lock is working on the files that would be removed.
            guard let lock = try BackupLock(at: places.lock) else { return }
            defer { withExtendedLifetime(lock) {} }
            BackupFolder.tidy(places.folder)
            BackupFolder.tidy(places.data)
            if try Restoration(places).prepared() == nil { _ = try Restoration(places).cancel() }
        }
    }

    /// - Parameter name: the name of an archive; an encrypted one must be this server's.
    private func check(_ progress: BackupProgress, signedIf name: String = "") -> BackupCheck {
        BackupCheck(
            snapshots: snapshots, bytesPerSecond: bytesPerSecond, progress: progress,
            signer: name.hasSuffix(BackupFile.sealedEnding) ? signer?.publicKey : nil)
    }

    private func makeFolder() throws {
        guard mkdir(places.folder, 0o700) == 0 || errno == EEXIST else { throw BackupFailure.reading(places.folder) }
    }

    private func run<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await NIOThreadPool.singleton.runIfActive(body)
    }
}

/// The archives in a folder. Blocks.
enum BackupFolder {
    static func file(_ name: String, in folder: String) -> BackupFile? {
        var facts = stat()
        guard lstat(folder + "/" + name, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        return BackupFile(
            name: name, size: Int64(facts.st_size),
            modifiedAt: Timestamp(milliseconds: Int64(facts.st_mtim.tv_sec) &* 1000))
    }

    /// The archives, newest first.
    static func files(in folder: String) -> [BackupFile] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter(BackupFile.isName).compactMap { file($0, in: folder) }
            .sorted { ($0.modifiedAt, $0.name) > ($1.modifiedAt, $1.name) }
    }

    /// Removes abandoned drafts.
    static func tidy(_ folder: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasPrefix(BackupMaker.draftPrefix) || name.hasPrefix(BackupCheck.scratchPrefix) {
            try? FileManager.default.removeItem(atPath: folder + "/" + name)
        }
    }
}

/// The lock of making and unpacking backups, and of the cleanup of unused images, which would otherwise remove images
/// that a copy of the database still refers to. It works between processes, by flock(2).
package final class BackupLock {
    private let descriptor: CInt

    /// Returns nil while another process or task has the lock.
    package init?(at path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BackupFailure.reading(path) }
        // `deinit` runs here too and closes the descriptor. A second close could hit an unrelated socket.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
    }

    /// Waits for up to `seconds`, blocking. Throws `conflict` with reason `backup_running`.
    static func take(at path: String, within seconds: Int) throws -> BackupLock {
        let deadline = ContinuousClock.now + .seconds(seconds)
        repeat {
            if let lock = try BackupLock(at: path) { return lock }
            usleep(50_000)
        } while ContinuousClock.now < deadline
        throw DomainError(.conflict, "Another backup is being worked on", reason: "backup_running")
    }

    deinit {
        // A child process that is starting may have a copy of the descriptor.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
