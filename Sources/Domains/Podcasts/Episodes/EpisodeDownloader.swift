import Journal
package import Primitives
package import Submissions

/// Downloads the episodes that users and their rules want, one at a time and within the quota, and removes those that
/// nobody wants. A download that was cut off goes on where it stopped.
package struct EpisodeDownloader: Sendable {
    /// The number of bytes after which the file is synced, and the switch is looked at again.
    private static let stride: Int64 = 4 << 20
    private static let retry = Duration.seconds(3600)
    private static let rest = Duration.seconds(60)

    private let store: any PodcastStore
    private let files: DownloadFiles
    private let source: any PodcastSource
    private let rules: PodcastRules.Source
    private let reserve: Int64
    private let clock: any WallClock

    /// - Parameters:
    ///   - files: the downloaded episodes, by their ids.
    ///   - reserve: bytes of the disk that downloads leave free.
    package init(
        store: any PodcastStore, files: any Quarantine, source: any PodcastSource,
        rules: @escaping PodcastRules.Source, reserve: Int64, clock: any WallClock
    ) {
        self.store = store
        self.files = DownloadFiles(files: files)
        self.source = source
        self.rules = rules
        self.reserve = reserve
        self.clock = clock
    }

    /// Downloads until nothing more is wanted, or nothing more fits. Ends when podcasts are switched off.
    ///
    /// - Returns: the time until it should be called again.
    package func work() async throws -> Duration {
        while let rules = try await rules() {
            let plan = try await store.downloadPlan(at: clock.now())
            if try await settle(plan) { continue }
            let complete = plan.stored.map(\.episode)
            let room = DownloadRoom(
                quota: rules.quota, free: try await files.freeBytes() - reserve, stored: plan.stored,
                parts: try await files.sizes(besides: Set(complete)))
            let surplus = room.surplus()
            guard surplus.isEmpty else {
                try await remove(surplus, of: plan)
                continue
            }
            guard rules.quota > 0, let (next, place) = try await firstThatFits(plan, room, rules) else { break }
            try await remove(place.removals, of: plan)
            try await download(next, upTo: place.most)
        }
        return Self.rest
    }

    /// Removes the downloads that nobody wants, and files that belong to none. Downloads whose files are missing, as
    /// after a restore from a backup, are to be fetched again.
    ///
    /// - Returns: whether a download has changed.
    private func settle(_ plan: DownloadPlan) async throws -> Bool {
        var hasChanged = false
        for stored in plan.stored {
            if !stored.isWanted {
                try await remove(stored.episode)
            } else if try await files.size(of: stored.episode) != stored.size {
                try await write(.downloadAgain(stored.episode, at: clock.now()))
            } else {
                continue
            }
            hasChanged = true
        }
        // The beginning of a download is worth an hour of waiting for its second try.
        let old = clock.now().advanced(by: .zero - Self.retry * 2)
        try await files.removeUnknown(
            besides: Set(plan.stored.map(\.episode) + plan.waiting.map(\.id)), untouchedSince: old)
        return hasChanged
    }

    /// The first episode for which there is room, or can be made. Those that never fit are noted as failed.
    private func firstThatFits(
        _ plan: DownloadPlan, _ room: DownloadRoom, _ rules: PodcastRules
    ) async throws -> (Episode, DownloadRoom.Place)? {
        for episode in plan.waiting {
            if let size = episode.item.size, size > rules.quota {
                try await write(failure(of: episode))
            } else if let place = room.place(for: episode) {
                return (episode, place)
            }
        }
        return nil
    }

    private func remove(_ removals: [DownloadRoom.Removal], of plan: DownloadPlan) async throws {
        let complete = Set(plan.stored.map(\.episode))
        for removal in removals {
            // A part goes without the wish for its episode.
            if complete.contains(removal.episode) {
                try await remove(removal.episode)
            } else {
                try await files.remove(removal.episode)
            }
        }
    }

    private func remove(_ episode: ID<Episode>) async throws {
        try await write(.removeDownload(episode))
        try await files.remove(episode)
    }

    private func write(_ write: PodcastWrite) async throws {
        let now = clock.now()
        try await store.edit { _ in Changes(at: now, write) }
    }

    private func failure(of episode: Episode) -> PodcastWrite {
        .downloadFailed(episode.id, retryAt: clock.now().advanced(by: Self.retry))
    }

    /// Downloads one episode, or notes that it failed.
    ///
    /// - Parameter most: bytes of the whole file.
    private func download(_ episode: Episode, upTo most: Int64) async throws {
        do {
            let size = try await receive(episode, upTo: most)
            try await write(
                .download(episode.id, EpisodeDownload(state: .done, size: size), by: nil, at: clock.now()))
            try await files.removeMarks(of: episode.id)
        } catch let failure as LinkFailure {
            if failure == .tooLarge { try await files.remove(episode.id) }
            try await write(self.failure(of: episode))
        } catch let error as DomainError where error.code == .storageFull {
            try await write(failure(of: episode))
        }
    }

    /// The bytes of the whole file.
    private func receive(_ episode: Episode, upTo most: Int64) async throws -> Int64 {
        let address = episode.item.audio
        var audio = try await source.inspect(LinkAddress(stated: address))
        if let size = audio.size, size > most { throw LinkFailure.tooLarge }
        let version = DownloadVersion(of: audio, at: address)
        audio.mustBeSame = version != nil
        let (writer, start) = try await files.write(episode.id, version)
        do {
            if audio.size != start {
                try await write(audio, from: start, upTo: most, to: writer)
            }
            let size = try await writer.close()
            guard size > 0, audio.size.map({ $0 == size }) ?? true else { throw LinkFailure.broken }
            return size
        } catch {
            _ = try? await writer.close()
            if version == nil { try await files.remove(episode.id) }
            throw error
        }
    }

    private func write(
        _ audio: RemoteAudio, from start: Int64, upTo most: Int64, to writer: any QuarantineWriter
    ) async throws {
        var (received, noted) = (start, start)
        let range = start > 0 ? audio.size.map { start..<$0 } : nil
        try await source.read(audio, range) { bytes in
            received += Int64(bytes.count)
            guard received <= most else { throw LinkFailure.tooLarge }
            try await writer.append(bytes)
            guard received - noted >= Self.stride else { return }
            noted = try await writer.sync()
            guard try await rules() != nil else { throw LinkFailure.off }
            guard try await files.freeBytes() >= reserve else { throw LinkFailure.noRoom }
        }
    }
}
