import Journal
package import Primitives

/// Uploads or submissions that were abandoned.
package struct AbandonedSubmissions: Sendable {
    /// The owner of each; empty where the account was deleted.
    private let owners: [String: String]
    /// The number of all uploads or submissions, abandoned or not.
    package let total: Int

    package init(owners: [ID<Submission>: ID<Person>?], total: Int) {
        self.owners = Dictionary(uniqueKeysWithValues: owners.map { ($0.key.rawValue, $0.value?.rawValue ?? "") })
        self.total = total
    }

    var names: [String] { owners.keys.sorted() }

    func weight(of names: [String]) -> Int {
        Cleanup.weight(of: names) { owners[$0] }
    }
}

/// Removes what was abandoned: stopped uploads, old drafts and refusals, and files without an owner. Everything is
/// marked first, and removed a day later (`Cleanup`).
package struct SubmissionCleanup: Sendable {
    /// Protects a new file whose row is still being written.
    private static let grace = Duration.seconds(3600)

    private let uploads: any UploadStore
    private let submissions: any SubmissionStore
    private let quarantine: any Quarantine
    private let cleanup: Cleanup
    private let uploadTime: Duration
    private let draftTime: Duration
    private let clock: any WallClock

    /// - Parameters:
    ///   - uploadTime: how long an upload may wait for its next bytes.
    ///   - draftTime: how long a submission that is not in the queue is stored.
    package init(
        uploads: any UploadStore, submissions: any SubmissionStore, quarantine: any Quarantine, cleanup: Cleanup,
        uploadTime: Duration, draftTime: Duration, clock: any WallClock = SystemWallClock()
    ) {
        self.uploads = uploads
        self.submissions = submissions
        self.quarantine = quarantine
        self.cleanup = cleanup
        self.uploadTime = uploadTime
        self.draftTime = draftTime
        self.clock = clock
    }

    package func cleanUp() async throws {
        let now = clock.now()
        let unmoved = now.advanced(by: .zero - uploadTime)
        let abandoned = try await uploads.abandoned(untouchedSince: unmoved)
        try await cleanup.run(.uploads, unneeded: abandoned.names, of: abandoned.total, weigh: abandoned.weight) {
            names in
            await removeFiles(of: try await removeUploads(names.map { ID($0) }, untouchedSince: unmoved, at: now))
        }
        let left = now.advanced(by: .zero - draftTime)
        let old = try await submissions.old(untouchedSince: left)
        try await cleanup.run(.submissions, unneeded: old.names, of: old.total, weigh: old.weight) { names in
            await removeFiles(of: try await removeOld(names.map { ID($0) }, untouchedSince: left, at: now))
        }
        try await removeFiles(untouchedSince: now.advanced(by: .zero - Self.grace))
    }

    /// Removes those of `ids` that are still abandoned, and returns their ids.
    private func removeUploads(
        _ ids: [ID<Submission>], untouchedSince limit: Timestamp, at instant: Timestamp
    ) async throws -> [ID<Submission>] {
        try await uploads.edit { uploads in
            let abandoned = try uploads.uploads(ids).filter { $0.isAbandoned(since: limit) }
            let changes = Changes<UploadWrite>(
                at: instant, .remove(abandoned.map(\.id)),
                events: abandoned.map { SubmissionEvents.upload($0.id, "removed", of: $0.account) })
            return (changes, abandoned.map(\.id))
        }
    }

    /// Removes those of `ids` that are still old, and returns their ids.
    private func removeOld(
        _ ids: [ID<Submission>], untouchedSince limit: Timestamp, at instant: Timestamp
    ) async throws -> [ID<Submission>] {
        try await submissions.edit { submissions in
            let old = try submissions.stored(ids).filter { $0.isOld(since: limit) }
            var changes = Changes<SubmissionWrite>(at: instant, .removeAll(old.map(\.id)))
            changes.events = old.flatMap {
                SubmissionEvents.events($0.id, nil, of: $0.submitter, forModerators: $0.state == .rejected)
            }
            return (changes, old.map(\.id))
        }
    }

    private func removeFiles(of ids: [ID<Submission>]) async -> Int {
        for id in ids { await quarantine.remove(id.rawValue) }
        return ids.count
    }

    private func removeFiles(untouchedSince instant: Timestamp) async throws {
        let names = try await quarantine.names(untouchedSince: instant)
        let unneeded = try await unneeded(names)
        try await cleanup.run(.quarantine, unneeded: unneeded, of: names.count) { names in
            // Checked again, because a row may have been written for one of them.
            let unneeded = try await self.unneeded(names)
            for name in unneeded { await quarantine.remove(name) }
            return unneeded.count
        }
    }

    private func unneeded(_ names: [String]) async throws -> [String] {
        var unneeded: [String] = []
        for start in stride(from: 0, to: names.count, by: 500) {
            let part = names[start..<min(start + 500, names.count)]
            let needed = try await submissions.needed(part.map { ID<Submission>($0) })
            unneeded += part.filter { !needed.contains(ID($0)) }
        }
        return unneeded
    }
}
