package import Primitives

/// Takes away what nobody goes on with: uploads that stopped, drafts and refusals that were left, and files that belong to nothing.
package struct SubmissionSweep: Sendable {
    /// A file without a row may be one whose row is being written.
    private static let grace = Duration.seconds(3600)

    private let uploads: any UploadStore
    private let submissions: any SubmissionStore
    private let quarantine: any Quarantine
    private let uploadTime: Duration
    private let draftTime: Duration
    private let clock: any WallClock

    /// - Parameters:
    ///   - uploadTime: how long an upload waits for its next bytes.
    ///   - draftTime: how long what is not in the queue is kept.
    package init(
        uploads: any UploadStore, submissions: any SubmissionStore, quarantine: any Quarantine, uploadTime: Duration,
        draftTime: Duration, clock: any WallClock = SystemWallClock()
    ) {
        self.uploads = uploads
        self.submissions = submissions
        self.quarantine = quarantine
        self.uploadTime = uploadTime
        self.draftTime = draftTime
        self.clock = clock
    }

    package func sweep() async throws {
        let now = clock.now()
        for id in try await uploads.removeAbandoned(untouchedSince: now.advanced(by: .zero - uploadTime)) {
            await quarantine.remove(id.rawValue)
        }
        for id in try await submissions.removeOld(untouchedSince: now.advanced(by: .zero - draftTime), at: now) {
            await quarantine.remove(id.rawValue)
        }
        let names = try await quarantine.names(untouchedSince: now.advanced(by: .zero - Self.grace))
        for start in stride(from: 0, to: names.count, by: 500) {
            let ids = names[start..<min(start + 500, names.count)].map { ID<Submission>($0) }
            let needed = try await submissions.needed(ids)
            for id in ids where !needed.contains(id) { await quarantine.remove(id.rawValue) }
        }
    }
}
