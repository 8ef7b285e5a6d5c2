import ServiceLifecycle
import Accounts
import Catalog
import Foundation
import Gateway
import Journal
import Logging
import Media
import Primitives
import SQLiteStore
import Listening

/// What the server puts in order before it opens its doors.
extension Server {
    /// The instance. A database that another process holds is waited for: ending would only mean to be started again.
    func openInstance(isRestored: Bool) async throws -> Instance {
        var pauses = RetryPauses(longest: .seconds(5))
        while true {
            do {
                return try await Instance(
                    settings: settings, examinedUpTo: InstanceStart.largestExaminedFirst, isRestored: isRestored)
            } catch let error as DomainError where error.reason == "database_busy" {
                logger.warning("Another process holds the database; the start waits for it")
                try await Task.sleep(for: pauses.next())
            } catch let error as DomainError where error.code == .storageFull {
                guard DiskReserve(path: settings.data.reserve).giveUp() else { throw error }
                logger.warning("The disk is full; the start takes the room that was reserved for it")
            }
        }
    }

    /// Puts in order what is out of order. What fails now, on a full disk or beside a process that holds the database, is done by jobs as soon as it can
    /// be; music is served meanwhile.
    ///
    /// - Returns: these jobs.
    func prepare(_ instance: Instance, _ jobs: JobMaker, _ readiness: Readiness) async throws -> [any Service] {
        let steps: [(name: String, body: @Sendable () async throws -> Void)] = [
            ("startMusic", { try await prepareMusic(instance) }),
            ("startStatistics", { try await prepareStatistics(instance) }),
            ("startEvents", { try await instance.eventHub.start() }),
            ("startDeviceKeys", { try await prepareDeviceKeys(instance) }),
        ]
        var late: [any Service] = []
        for step in steps {
            do {
                try await step.body()
            } catch let error as DomainError where [.invalid, .conflict].contains(error.code) {
                // A setting that is wrong gets no better by trying.
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

    /// Finishes a rotation that was cut off, and says what the key file cannot open.
    func prepareDeviceKeys(_ instance: Instance) async throws {
        try await instance.deviceKeys.reseal(by: .gateway)
        let lost = try await instance.deviceKeys.lostCount()
        if lost > 0 {
            logger.error(
                "Device keys cannot be used: they were made with a key file that is not there",
                metadata: ["keys": "\(lost)", "file": "\(settings.data.deviceKeyRing)"])
        }
    }

    /// Adds the folder of `--music`, or makes the demo library where there is nothing to play.
    func prepareMusic(_ instance: Instance) async throws {
        let known = try await instance.libraries.list(as: Instance.operatorPrincipal)
        var folder = settings.music
        var name = "Music"
        if let music = folder, try await MusicFolder(path: music).absence(isFirstStart: false) != nil { folder = nil }
        if folder == nil, known.isEmpty {
            try await DemoLibrary().make(at: settings.data.demo)
            folder = settings.data.demo
            name = "Demo"
        }
        guard let folder else { return }
        // Before links are followed: a disk that does not answer would hold up the start.
        guard !known.contains(where: { $0.library.displayPath == folder }) else { return }
        let canonical = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
        guard !known.contains(where: { $0.library.displayPath == canonical }) else { return }
        _ = try await instance.libraries.add(
            name: name, path: Array(canonical.utf8), as: Instance.operatorPrincipal, by: .gateway)
    }

    /// Days and hours of plays are those of the zone that the gateway is set to.
    func prepareStatistics(_ instance: Instance) async throws {
        if try await instance.statisticsStore.use(settings.timeZone) {
            logger.notice(
                "Statistics were added up anew for the time zone", metadata: ["zone": "\(settings.timeZone.identifier)"]
            )
        }
    }

    /// Keys of certificates that others on this machine could read.
    func makeKeysPrivate() throws {
        let files = settings.authorityFiles
        var keys = [files.authorityKey, files.pair.key].map { (path: $0, ofGroup: true) }
        if let given = settings.certificate { keys.append((given.key, false)) }
        for (path, ofGroup) in keys where try PrivateFile.makePrivate(path, ofGroup: ofGroup) {
            logger.warning(
                "A key could be read by others and is private now; if anybody else uses this machine, make a new one",
                metadata: ["file": "\(path)"])
        }
    }
}
