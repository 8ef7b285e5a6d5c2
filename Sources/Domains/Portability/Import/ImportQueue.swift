package import Primitives
import Journal

/// Examines and runs users' imports, a few at a time. Each user has at most one import. An import that is not run
/// within an hour is dropped; all are dropped when the server stops.
package actor ImportQueue {
    private struct Job {
        /// The file's name is unique to this job: the user's next import has another.
        let file: String
        /// The file's name on the user's machine.
        let name: String
        let origin: String
        var state: ImportState
        var mayRun = false
        let since: Timestamp
        /// Stops the work on it.
        var stop: AsyncStream<Void>.Continuation?
    }

    private static let mostPeople = 20
    private static let mostAtOnce = 2
    /// The largest picture that a user may set, in bytes.
    private static let longestPicture = 5 << 20
    /// The number of bytes of a picture to read at once.
    private static let pictureChunk = 1 << 20
    private static let timeout = Duration.seconds(3600)

    private let store: any ImportStore
    private let archives: any ArchiveFiles
    private let folder: any ImportFolder
    private let pictures: @Sendable ([UInt8], ID<Person>) async throws -> BlobKey
    private let person: @Sendable (ID<Person>) async throws -> Principal?
    private let bounds: ImportBounds
    private let clock: any WallClock
    private let signal = WakeSignal()
    private var jobs: [ID<Person>: Job] = [:]
    private var waiting: [(user: ID<Person>, file: String)] = []
    /// The findings and outcomes so far, for each file in work.
    private var reports: [String: ImportReport] = [:]
    /// The users who are sending a file.
    private var senders: Set<ID<Person>> = []

    /// - Parameters:
    ///   - pictures: stores a user's picture, decoded and encoded again. Throws for a file that is not a picture.
    ///   - person: the user's present principal; nil where they cannot sign in any more.
    package init(
        store: any ImportStore, archives: any ArchiveFiles, folder: any ImportFolder,
        pictures: @escaping @Sendable ([UInt8], ID<Person>) async throws -> BlobKey,
        person: @escaping @Sendable (ID<Person>) async throws -> Principal?, bounds: ImportBounds = ImportBounds(),
        clock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.archives = archives
        self.folder = folder
        self.pictures = pictures
        self.person = person
        self.bounds = bounds
        self.clock = clock
    }

    /// The number of imports that are being examined or run.
    package var busyCount: Int {
        jobs.values.count { Self.isBusy($0) }
    }

    /// Reserves the caller's place before a file is sent. Until `examine` or `release`, no other file of theirs is
    /// accepted. Throws when the caller lacks the permission, or has an import in work.
    package func admit(_ caller: Principal) throws(DomainError) {
        try check(caller)
        senders.insert(caller.user)
    }

    /// Releases the place when no file was received.
    package func release(_ caller: Principal) {
        senders.remove(caller.user)
    }

    private func check(_ caller: Principal) throws(DomainError) {
        try caller.require(.manageOwnAccount)
        try caller.require(.listen)
        guard !senders.contains(caller.user), !(jobs[caller.user].map(Self.isBusy) ?? false) else {
            throw DomainError(
                .conflict, "Your earlier import is still running. Wait for its end", reason: "import_busy")
        }
        guard jobs[caller.user] != nil || senders.union(jobs.keys).count < Self.mostPeople else {
            throw DomainError(.unavailable, "Too many imports are waiting. Try again later", reason: "import_busy")
        }
    }

    /// Examines the file, which the queue owns from now on. The caller's earlier import is dropped.
    ///
    /// - Parameter name: the file's name on the user's machine, which may name a playlist.
    package func examine(
        _ file: String, named name: String = "", as caller: Principal, from origin: String
    ) async throws {
        senders.remove(caller.user)
        do {
            try check(caller)
        } catch {
            await folder.remove(file)
            throw error
        }
        let before = jobs[caller.user]?.file
        jobs[caller.user] = Job(
            file: file, name: name, origin: origin, state: .examining(found: 0), since: clock.now())
        enqueue(caller.user, file)
        if let before { await folder.remove(before) }
    }

    /// Nil where the caller has no import.
    package func state(as caller: Principal) throws(DomainError) -> ImportState? {
        try caller.require(.listen)
        return jobs[caller.user]?.state
    }

    /// Runs the import that was examined.
    package func run(as caller: Principal) throws(DomainError) {
        try caller.require(.manageOwnAccount)
        guard let job = jobs[caller.user] else { throw .notFound("You have no import") }
        guard case .ready(let report) = job.state else {
            throw DomainError(.conflict, "No import is ready to run at the moment", reason: "import_busy")
        }
        jobs[caller.user]?.mayRun = true
        jobs[caller.user]?.state = .running(done: 0, of: report.found)
        enqueue(caller.user, job.file)
    }

    /// Drops the caller's import. Running work stops; the things imported so far stay.
    package func forget(as caller: Principal) async throws(DomainError) {
        try caller.require(.manageOwnAccount)
        guard let job = jobs.removeValue(forKey: caller.user) else { throw .notFound("You have no import") }
        waiting.removeAll { $0.file == job.file }
        job.stop?.finish()
        await folder.remove(job.file)
    }

    /// Works until the task is cancelled.
    package func work() async {
        await withDiscardingTaskGroup { group in
            for await _ in signal.turns {
                await forgetOld()
                while reports.count < Self.mostAtOnce, !waiting.isEmpty {
                    let (user, file) = waiting.removeFirst()
                    guard let job = jobs[user], job.file == file else { continue }
                    reports[file] = ImportReport()
                    group.addTask { await self.work(on: job, of: user) }
                }
            }
            group.cancelAll()
        }
    }

    private func enqueue(_ user: ID<Person>, _ file: String) {
        waiting.append((user, file))
        signal.wake()
    }

    private func work(on job: Job, of user: ID<Person>) async {
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        // If the job was dropped meanwhile, the work ends at once.
        if jobs[user]?.file == job.file { jobs[user]?.stop = stop } else { stop.finish() }
        var end = await withTaskGroup(of: ImportState.self) { [bounds] group in
            group.addTask { await self.read(job, of: user) }
            group.addTask {
                do {
                    try await Task.sleep(for: bounds.time)
                    return .failed(reason: "import_too_large", message: "The import took too long")
                } catch {
                    return Self.stopped
                }
            }
            group.addTask {
                for await _ in stops {}
                return Self.stopped
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? Self.stopped
        }
        if job.mayRun, let report = reports[job.file] {
            do {
                try await note(report, of: user, from: job.origin)
            } catch {
                end = Self.failure(error)
            }
        }
        reports[job.file] = nil
        if jobs[user]?.file == job.file {
            jobs[user]?.stop = nil
            jobs[user]?.state = end
        }
        if case .ready = end {} else { await folder.remove(job.file) }
        signal.wake()
    }

    private func read(_ job: Job, of user: ID<Person>) async -> ImportState {
        do {
            let reading = ImportReading(
                archives: archives, folder: folder, file: job.file, name: job.name, bounds: bounds)
            try await reading.read { [self] source, items, unreadable in
                try await take(items, unreadable, from: source, of: job, for: user)
            }
            guard let report = reports[job.file], report.source != nil else { throw DomainError.unreadableImport }
            return job.mayRun ? .finished(report) : .ready(report)
        } catch {
            return Self.failure(error)
        }
    }

    private func take(
        _ items: [ImportItem], _ unreadable: Int, from source: ImportSource, of job: Job, for user: ID<Person>
    ) async throws {
        // The user's present permissions: a permission lost meanwhile is missing for the rest of the import.
        guard let caller = try await person(user), caller.may(.manageOwnAccount), caller.may(.listen) else {
            throw DomainError(.forbidden, "You may not import any more", reason: "import_not_allowed")
        }
        var outcomes = try await store.take(
            items, from: source, for: caller, isTrial: !job.mayRun, at: clock.now())
        if job.mayRun { try await keepPictures(among: items, of: job, for: caller, &outcomes) }
        guard var report = reports[job.file] else { throw CancellationError() }
        report.source = source
        report.unreadable += unreadable
        for (item, outcome) in zip(items, outcomes) { report.count(item, outcome) }
        reports[job.file] = report
        guard let now = jobs[user], now.file == job.file else { throw CancellationError() }
        if case .running(_, let total) = now.state {
            jobs[user]?.state = .running(done: report.found, of: total)
        } else {
            jobs[user]?.state = .examining(found: report.found)
        }
    }

    /// Stores the wanted pictures. A picture of several things is decoded once, because these follow each other.
    private func keepPictures(
        among items: [ImportItem], of job: Job, for caller: Principal, _ outcomes: inout [ImportOutcome]
    ) async throws {
        var last: (file: String, key: BlobKey?)?
        for (index, item) in items.enumerated() where outcomes[index] == .added {
            guard case .picture(let picture) = item else { continue }
            try Task.checkCancellation()
            if last?.file != picture.file {
                last = (picture.file, try await storePicture(picture.file, in: job.file, of: caller.user))
            }
            guard let key = last?.key else {
                outcomes[index] = .unmatched
                continue
            }
            let isTaken = try await store.store(key, of: picture.subject, for: caller, at: clock.now())
            outcomes[index] = isTaken ? .added : .present
        }
    }

    /// Stores a picture of the archive; nil for a file that is not a picture.
    private func storePicture(_ name: String, in file: String, of person: ID<Person>) async throws -> BlobKey? {
        var bytes: [UInt8] = []
        while bytes.count <= Self.longestPicture {
            let more = try await archives.bytes(of: name, in: file, from: Int64(bytes.count), count: Self.pictureChunk)
            bytes += more
            if more.count < Self.pictureChunk { break }
        }
        do {
            return try await pictures(bytes, person)
        } catch let error as DomainError where [.tooLarge, .unsupportedMediaType].contains(error.code) {
            return nil
        }
    }

    /// Journals what was imported, also when the end was not reached.
    private func note(_ report: ImportReport, of user: ID<Person>, from origin: String) async throws {
        guard let source = report.source else { return }
        let added = report.counts.values.reduce(0) { $0 + $1.added }
        try await store.finish(
            JournalEntry(
                at: clock.now(), by: .init(user: user, origin: origin), "import.run", .init("user", user),
                details: ["source": source.rawValue, "added": String(added)]), of: user)
    }

    private func forgetOld() async {
        let now = clock.now()
        for (user, job) in jobs where now.since(job.since) > Self.timeout && !Self.isBusy(job) {
            jobs[user] = nil
            await folder.remove(job.file)
        }
    }

    private static func isBusy(_ job: Job) -> Bool {
        switch job.state {
        case .examining, .running: true
        case .ready, .finished, .failed: false
        }
    }

    private static let stopped = ImportState.failed(reason: "import_stopped", message: "The import was stopped")

    private static func failure(_ error: any Error) -> ImportState {
        guard let error = error as? DomainError else { return stopped }
        return .failed(reason: error.reason ?? error.code.rawValue, message: error.message)
    }
}
