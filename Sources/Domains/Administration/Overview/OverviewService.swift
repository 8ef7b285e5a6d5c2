package import Accounts
package import Catalog
package import Journal
package import Primitives
package import Streaming

/// Collects the overview for admins.
package struct OverviewService: Sendable {
    private let facts: any ServerFacts
    private let upkeep: any UpkeepFacts
    private let work: any BackgroundWork
    private let activeStreams: ActiveStreams
    private let playbacks: any LivePlaybacks
    private let users: any UserStore
    private let catalog: CatalogService
    private let libraries: LibraryService
    private let scans: ScanService
    private let requests: any FeatureRequestStore
    private let journal: JournalService
    private let backupSigner: String
    private let clock: any WallClock

    /// - Parameter backupSigner: the public key that checks the signatures of encrypted backups.
    package init(
        facts: any ServerFacts, upkeep: any UpkeepFacts, work: any BackgroundWork, activeStreams: ActiveStreams,
        playbacks: any LivePlaybacks,
        users: any UserStore,
        catalog: CatalogService,
        libraries: LibraryService, scans: ScanService, requests: any FeatureRequestStore,
        journal: JournalService, backupSigner: String,
        clock: any WallClock = SystemWallClock()
    ) {
        self.facts = facts
        self.upkeep = upkeep
        self.work = work
        self.activeStreams = activeStreams
        self.playbacks = playbacks
        self.users = users
        self.catalog = catalog
        self.libraries = libraries
        self.scans = scans
        self.requests = requests
        self.journal = journal
        self.backupSigner = backupSigner
        self.clock = clock
    }

    package func overview(as caller: Principal) async throws -> Overview {
        try caller.require(.administer)
        let libraries = try await libraries.list(as: caller)
        let scan = try await scans.scans(.first(1), as: caller).items.first
        let streams = try await streams(as: caller)
        let disks = await facts.disks(of: libraries.map { ($0.library.name, $0.library.displayPath) })
        let conversions = await facts.conversions()
        let certificate = await facts.certificate()
        var warnings = ServerWarning.about(certificate, at: clock.now()) + ServerWarning.about(disks)
        let upkeep = try await upkeep.state()
        warnings += ServerWarning.about(upkeep)
        if !conversions.arePossible { warnings.append(ServerWarning(.encoderMissing, isUrgent: false)) }
        if let scan, scan.state == .failed {
            warnings.append(ServerWarning(.scanFailed, isUrgent: false, detail: scan.detail ?? ""))
        }
        let broken = libraries.reduce(0) { $0 + $1.problemCount }
        if broken > 0 { warnings.append(ServerWarning(.filesBroken, isUrgent: false, detail: "\(broken)")) }
        warnings += await facts.warnings()
        return Overview(
            version: facts.version, startedAt: facts.startedAt, warnings: warnings, streams: streams,
            listeners: streams.map(\.stream).listenerCount,
            people: try await users.count(), openRequests: try await requests.openCount(), libraries: libraries,
            scan: scan, conversions: conversions, jobs: try await work.jobs(), storage: await facts.storage(),
            disks: disks, cleanups: upkeep.cleanups, cleanupHold: upkeep.hold, clockLeap: upkeep.leap,
            certificate: certificate, journalHead: try await journal.head(as: caller).text, backupSigner: backupSigner)
    }

    private func streams(as caller: Principal) async throws -> [LiveStream] {
        let open = Array(activeStreams.streams().prefix(200))
        let tracks = try await catalog.items(for: Array(Set(open.map(\.track))), as: caller)
        let titles = Dictionary(tracks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var people: [ID<Person>: User] = [:]
        for person in Set(open.map(\.listener.person)) { people[person] = try await users.user(person) }
        return try open.map { stream in
            let listener = stream.listener
            return LiveStream(
                stream: stream, user: people[listener.person], track: titles[stream.track],
                playback: listener.isVisitor
                    ? nil : try playbacks.playback(of: stream.track, by: listener.person, as: caller))
        }
    }
}
