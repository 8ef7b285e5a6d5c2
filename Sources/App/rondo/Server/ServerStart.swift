import Archives
import Backups
import Accounts
import Catalog
import Foundation
import Gateway
import HTTPSupport
import Hummingbird
import Journal
import Listening
import Logging
import Media
import OpenSubsonicAPI
import Primitives
import SQLiteStore
import ServiceLifecycle

/// The preparations before the server accepts connections.
extension Server {
    /// Opens the instance. Waits for a database that another process has locked: ending would only cause a restart.
    func openInstance(isRestored: Bool) async throws -> Instance {
        var pauses = RetryPauses(longest: .seconds(5))
        while true {
            do {
                return try await Instance(
                    settings: settings, examinedUpTo: InstanceStart.largestExaminedFirst, isRestored: isRestored)
            } catch let error as DomainError where error.reason == "database_busy" {
                logger.warning("Another process has locked the database; the start waits for it")
                try await Task.sleep(for: pauses.next())
            } catch let error as DomainError where error.code == .storageFull {
                guard DiskReserve(path: settings.data.reserve).giveUp() else { throw error }
                logger.warning("The disk is full; the start uses the space that was reserved for it")
            }
        }
    }

    /// Repairs the instance's state. Steps that fail now, on a full disk or beside a process that locks the database,
    /// become jobs that run as soon as possible; music is served meanwhile.
    ///
    /// - Returns: these jobs.
    func prepare(_ features: Features, _ jobs: JobMaker, _ readiness: Readiness) async throws -> [any Service] {
        let steps: [(name: String, body: @Sendable () async throws -> Void)] = [
            ("startMusic", { try await prepareMusic(features.libraries.libraries) }),
            ("startStatistics", { try await prepareStatistics(features.listening.statisticsStore) }),
            ("startEvents", { try await features.instance.events.start() }),
            ("startDeviceKeys", { try await prepareDeviceKeys(features.accounts.deviceKeys) }),
        ]
        var late: [any Service] = []
        for step in steps {
            do {
                try await step.body()
            } catch let error as DomainError where [.invalid, .conflict].contains(error.code) {
                // A wrong setting does not get better by retrying.
                throw error
            } catch {
                logger.warning(
                    "A step of the start failed and is tried again",
                    metadata: [
                        "step": "\(step.name)", "error.message": "\((error as? DomainError)?.message ?? "\(error)")",
                    ])
                late.append(jobs.make(step.name, .once, step.body))
            }
        }
        readiness.started()
        return late
    }

    /// Finishes a key rotation that was interrupted, and logs the device keys that the key file cannot open.
    private func prepareDeviceKeys(_ keys: DeviceKeyService) async throws {
        try await keys.reseal(by: .gateway)
        let lost = try await keys.lostCount()
        if lost > 0 {
            logger.error(
                "Device keys cannot be used: they were made with a key file that is not there",
                metadata: ["keys": "\(lost)", "file": "\(settings.data.deviceKeyRing)"])
        }
    }

    /// Adds the folder of `--music`, or makes the demo library where there is nothing to play.
    private func prepareMusic(_ libraries: LibraryService) async throws {
        let known = try await libraries.list(as: Instance.operatorPrincipal)
        var folder = settings.music
        var name = "Music"
        if let music = folder, try await MusicFolder(path: music).absence(isFirstStart: false) != nil { folder = nil }
        if folder == nil, known.isEmpty {
            try await DemoLibrary().make(at: settings.data.demo)
            folder = settings.data.demo
            name = "Demo"
        }
        guard let folder else { return }
        // Before links are resolved: a disk that does not answer would delay the start.
        guard !known.contains(where: { $0.library.displayPath == folder }) else { return }
        let canonical = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
        guard !known.contains(where: { $0.library.displayPath == canonical }) else { return }
        _ = try await libraries.add(
            name: name, path: Array(canonical.utf8), as: Instance.operatorPrincipal, by: .gateway)
    }

    /// Computes the days and hours of plays in the server's time zone.
    private func prepareStatistics(_ store: SQLiteStatisticsStore) async throws {
        if try await store.use(settings.timeZone) {
            logger.notice(
                "Statistics were recomputed for the time zone", metadata: ["zone": "\(settings.timeZone.identifier)"]
            )
        }
    }

    /// Makes certificate keys private that other users of this machine could read.
    func makeKeysPrivate() throws {
        let files = settings.authorityFiles
        var keys = [files.authorityKey, files.pair.key].map { (path: $0, ofGroup: true) }
        if let given = settings.certificate { keys.append((given.key, false)) }
        for (path, ofGroup) in keys where try PrivateFile.makePrivate(path, ofGroup: ofGroup) {
            logger.warning(
                "A key was readable by others and is private now. Make a new one if anybody else uses this machine",
                metadata: ["file": "\(path)"])
        }
    }
}

/// The consequences of earlier crashes, and of confinement that this machine lacks.
extension Server {
    /// Journals newly refused requests, and logs where the server is not confined to its folders.
    func noteConfinement(_ instance: Instance) async throws {
        if handover.places != nil, !handover.isConfined {
            logger.warning("This kernel does not confine the server to its folders: it has no Landlock of version 2")
        }
        let refused = (handover.notes?.refused() ?? []).filter(\.isNew)
        guard !refused.isEmpty else { return }
        for request in refused {
            logger.error(
                "A request that has crashed the server twice is refused for a day",
                metadata: ["request": "\(request.label)"])
        }
        try await instance.accountStore.record(
            refused.map { request in
                JournalEntry(
                    at: SystemWallClock().now(), by: .gateway, "request.refuse",
                    details: [
                        "request": request.label,
                        "until": ISO8601.text(of: Timestamp(milliseconds: request.until)),
                    ])
            })
    }
}

/// The restoration of a backup at the server's start.
extension Server {
    /// Waits up to a minute for a command that restores a backup into the folder.
    func takeFolder() async throws -> (lock: FolderLock, isAlone: Bool) {
        try settings.data.prepare()
        let path = settings.data.serverLock
        if let lock = try FolderLock(at: path, .alone) { return (lock, true) }
        let deadline = ContinuousClock.now + .seconds(60)
        repeat {
            if let lock = try FolderLock(at: path, .beside) { return (lock, false) }
            try await Task.sleep(for: .milliseconds(100))
        } while ContinuousClock.now < deadline
        throw DomainError(.unavailable, "A backup is being restored into the data folder. Start again when it is done")
    }

    /// Replaces the data with the backup that was prepared for this start. Another server on the same folder would
    /// leave the old files open: then the backup waits for a start without one.
    func putBackupInPlace(
        _ folder: (lock: FolderLock, isAlone: Bool)
    ) async throws -> (contents: BackupContents, aside: String)? {
        guard folder.isAlone else { return nil }
        defer { folder.lock.share() }
        let restoration = Restoration(Self.places(settings))
        // An older version may have prepared it. Then the data stays as it is.
        try restoration.preparedDatabase().map(SQLiteDatabase.requireUsableSchema)
        return try restoration.apply()
    }

    func noteRestoration(_ replaced: (contents: BackupContents, aside: String), _ store: SQLiteBackupStore) async throws
    {
        logger.notice(
            "A backup was put in place",
            metadata: ["backup.version": "\(replaced.contents.version)", "aside": "\(replaced.aside)"])
        try await store.record(Self.restored(replaced.contents, by: .gateway))
    }

    static func places(_ settings: ServeSettings) -> BackupPlaces {
        BackupPlaces(data: settings.data.path, folder: settings.backupFolder, lock: settings.data.backupLock)
    }

    static func restored(_ contents: BackupContents, by actor: JournalEntry.Actor) -> JournalEntry {
        JournalEntry(
            at: SystemWallClock().now(), by: actor, "backup.restore",
            details: ["createdAt": "\(contents.createdAt)", "version": contents.version])
    }
}
