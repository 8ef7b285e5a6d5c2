package import Backups
package import Primitives
import Files
import Foundation
import Glibc
import NIOPosix

/// Backups in a folder, made and read on a thread that gives way to everything else.
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
    ///   - pairs: throws where a database and a folder of keys do not belong together.
    ///   - version: of this program.
    ///   - bytesPerSecond: nil for as fast as it goes.
    ///   - signer: signs what is encrypted, and must have signed what is verified.
    ///   - music: ids and folders of the libraries.
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

    package func make(_ order: BackupOptions, telling progress: BackupProgress) async throws -> BackupFile {
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

    package func verify(_ name: String, telling progress: BackupProgress) async throws -> BackupVerification {
        try await LowPriorityThread.run {
            let lock = try BackupLock.take(at: places.lock, within: 30)
            defer { withExtendedLifetime(lock) {} }
            return try check(progress, signedIf: name).verify(places.folder + "/" + name, scratch: places.folder)
        }
    }

    package func prepareRestore(of name: String, telling progress: BackupProgress) async throws -> BackupContents {
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
            // Whoever holds the lock is at work on what would be tidied.
            guard let lock = try BackupLock(at: places.lock) else { return }
            defer { withExtendedLifetime(lock) {} }
            BackupFolder.tidy(places.folder)
            BackupFolder.tidy(places.data)
            if try Restoration(places).prepared() == nil { _ = try Restoration(places).cancel() }
        }
    }

    /// - Parameter name: of an archive; an encrypted one must be this server's.
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
