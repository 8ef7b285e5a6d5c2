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
import NativeAPI
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
                logger.warning("Another process holds the database; the start waits for it")
                try await Task.sleep(for: pauses.next())
            } catch let error as DomainError where error.code == .storageFull {
                guard DiskReserve(path: settings.data.reserve).giveUp() else { throw error }
                logger.warning("The disk is full; the start takes the room that was reserved for it")
            }
        }
    }

    /// Repairs the instance's state. Steps that fail now, on a full disk or beside a process that locks the database,
    /// become jobs that run as soon as possible; music is served meanwhile.
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
        // Before links are resolved: a disk that does not answer would delay the start.
        guard !known.contains(where: { $0.library.displayPath == folder }) else { return }
        let canonical = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
        guard !known.contains(where: { $0.library.displayPath == canonical }) else { return }
        _ = try await instance.libraries.add(
            name: name, path: Array(canonical.utf8), as: Instance.operatorPrincipal, by: .gateway)
    }

    /// Computes the days and hours of plays in the server's time zone.
    func prepareStatistics(_ instance: Instance) async throws {
        if try await instance.statisticsStore.use(settings.timeZone) {
            logger.notice(
                "Statistics were added up anew for the time zone", metadata: ["zone": "\(settings.timeZone.identifier)"]
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
                "A key could be read by others and is private now; if anybody else uses this machine, make a new one",
                metadata: ["file": "\(path)"])
        }
    }
}

/// The consequences of earlier crashes, and of confinement that this machine lacks.
extension Server {
    private static let refusal = "This request has crashed the server twice. It is refused for a day; please report it"

    /// Journals newly refused requests, and logs where the server is not confined to its folders.
    func tellOfConfinement(_ instance: Instance) async throws {
        if handover.places != nil, !handover.isHeld {
            logger.warning("This kernel does not hold the server to its folders: it has no Landlock of version 2")
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

    /// Runs after the checks of host names and the security headers, and before everything that could crash.
    static func quarantine(_ notes: RequestNotes) -> QuarantineMiddleware<GatewayContext> {
        QuarantineMiddleware(notes: notes) { request in
            request.uri.path.hasPrefix("/rest")
                ? OpenSubsonicAPI.refusal(
                    of: request, version: Rondo.version, status: .unprocessableContent, refusal)
                : Problem.response(.unprocessableContent, code: "request_quarantined", refusal)
        }
    }
}
