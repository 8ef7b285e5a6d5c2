package import Primitives
import Synchronization

/// Downloads one link's file into the quarantine, within its submitter's limits.
struct LinkDownload: Sendable {
    /// The number of bytes after which limits and free space are checked again and the file is synced to disk.
    private static let stride: Int64 = 4 << 20
    /// The time after which the same happens in a slow download.
    private static let pause = Duration.seconds(10)

    let link: LinkImport
    let store: any LinkImportStore
    let quarantine: any Quarantine
    let reserve: Int64
    let broadcaster: LinkBroadcaster
    let clock: any WallClock
    /// The present rules and limits. Throws `LinkFailure` where the submitter may not import any more.
    let permit: @Sendable () async throws -> LinkPermit

    /// Writes everything that `next` returns. Throws `LinkFailure`, and `CancellationError` where the import was
    /// removed.
    ///
    /// Permission can end during the download, so it is checked repeatedly on the way and once more at the end.
    ///
    /// - Parameters:
    ///   - total: the length that the server announced; nil where it did not.
    ///   - check: throws where the rules do not allow this download.
    func take(
        _ name: String, of total: Int64?, check: (LinkRules) throws -> Void, _ next: () async throws -> [UInt8]?
    ) async throws -> Int64 {
        let bounds = try await note(name, received: 0, of: total, check)
        try await quarantine.create(link.id.rawValue)
        guard let writer = try await quarantine.write(link.id.rawValue, from: 0) else { throw LinkFailure.broken }
        do {
            let received = try await write(name, of: total, within: bounds, to: writer, check, next)
            _ = try await writer.close()
            try Task.checkCancellation()
            _ = try await note(name, received: received, of: received, check)
            return received
        } catch {
            _ = try? await writer.close()
            throw error
        }
    }

    private func write(
        _ name: String, of total: Int64?, within bounds: UploadBounds, to writer: any QuarantineWriter,
        _ check: (LinkRules) throws -> Void, _ next: () async throws -> [UInt8]?
    ) async throws -> Int64 {
        var (bounds, asked) = (bounds, ContinuousClock.now)
        var (received, noted): (Int64, Int64) = (0, 0)
        var (first, isChecked): ([UInt8], Bool) = ([], false)
        while let bytes = try await next() {
            try Task.checkCancellation()
            received += Int64(bytes.count)
            guard received <= bounds.file else { throw LinkFailure.tooLarge }
            if !isChecked {
                first += bytes.prefix(LinkContent.sniffedBytes)
                isChecked = first.count >= LinkContent.sniffedBytes
                if isChecked { try LinkContent.check(first: first) }
            }
            try await writer.append(bytes)
            broadcaster.publish(
                LinkProgress(id: link.id, account: link.account, received: received, total: total))
            guard received - noted >= Self.stride || .now - asked >= Self.pause else { continue }
            noted = try await writer.sync()
            bounds = try await note(name, received: noted, of: total, check)
            asked = .now
        }
        guard received > 0 else { throw LinkFailure.notAudio }
        if !isChecked { try LinkContent.check(first: first) }
        if let total, total != received { throw LinkFailure.broken }
        return received
    }

    /// Records the progress, and reserves space for the bytes until the next call.
    ///
    /// - Returns: the present limits.
    private func note(
        _ name: String, received: Int64, of total: Int64?, _ check: (LinkRules) throws -> Void
    ) async throws -> UploadBounds {
        let permit = try await permit()
        try check(permit.rules)
        let bounds = permit.bounds
        guard total ?? received <= bounds.file else { throw LinkFailure.tooLarge }
        let reserving = total ?? min(received + Self.stride, max(received, bounds.file))
        guard try await quarantine.freeBytes() - (reserving - received) >= reserve else { throw LinkFailure.noRoom }
        guard
            try await store.progress(
                of: link.id, name: name, received: received, reserving: reserving, total: total, within: bounds,
                at: clock.now())
        else { throw CancellationError() }
        return bounds
    }
}

/// The rules and limits for a link at one moment.
struct LinkPermit: Sendable {
    let rules: LinkRules
    let bounds: UploadBounds
}

/// Broadcasts the progress of downloads: only the latest of each file, at most four times a second.
package final class LinkBroadcaster: Sendable {
    private let sent = Mutex<[ID<Submission>: (progress: LinkProgress, at: ContinuousClock.Instant)]>([:])
    private let broadcast = Broadcast<LinkProgress>(.latest(4))
    private let interval: Duration

    package init(interval: Duration = .milliseconds(250)) {
        self.interval = interval
    }

    /// The progress of the account's downloads from now on. A slow reader misses updates.
    package func updates(for account: ID<Person>) -> AsyncStream<LinkProgress> {
        broadcast.listen { $0.account == account }
    }

    /// The latest progress of a download.
    package func latest(_ id: ID<Submission>) -> LinkProgress? {
        sent.withLock { $0[id]?.progress }
    }

    func publish(_ progress: LinkProgress) {
        let now = ContinuousClock.now
        let isDue = sent.withLock { sent in
            if let last = sent[progress.id], now - last.at < interval { return false }
            sent[progress.id] = (progress, now)
            return true
        }
        if isDue { broadcast.send(progress) }
    }

    func forget(_ id: ID<Submission>) {
        sent.withLock { $0[id] = nil }
    }
}

/// The progress of a download.
package struct LinkProgress: Sendable, Equatable {
    package let id: ID<Submission>
    package let account: ID<Person>
    package let received: Int64
    package let total: Int64?
}
