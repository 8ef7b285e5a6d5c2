import Primitives

/// The room for downloads: the quota, which complete files and the beginnings of others share, and the disk.
struct DownloadRoom {
    /// A file that may go to make room.
    struct Removal: Equatable {
        let episode: ID<Episode>
        let size: Int64
    }

    /// The room for one episode.
    struct Place: Equatable {
        /// The most bytes of the whole file.
        let most: Int64
        /// The files that must go first.
        let removals: [Removal]
    }

    private let quota: Int64
    private let free: Int64
    private let stored: [DownloadPlan.Stored]
    private let parts: [ID<Episode>: Int64]
    private let used: Int64

    /// - Parameters:
    ///   - quota: bytes.
    ///   - free: the bytes of the disk above the reserve; negative below it.
    ///   - stored: complete downloads, the oldest first.
    ///   - parts: the bytes of files that are not complete.
    init(quota: Int64, free: Int64, stored: [DownloadPlan.Stored], parts: [ID<Episode>: Int64]) {
        self.quota = quota
        self.free = free
        self.stored = stored
        self.parts = parts
        used = stored.reduce(0) { $0 + $1.size } + parts.values.reduce(0, +)
    }

    /// The files to remove because the quota was lowered: those that everybody has played, then parts, then those that
    /// only rules want. Downloads that users asked for stay.
    func surplus() -> [Removal] {
        let ruled = stored.filter { !$0.isPlayed && !$0.isAsked }.map { Removal(episode: $0.episode, size: $0.size) }
        return Self.fewest(of: removable() + ruled, for: used - quota)
    }

    /// The room for an episode; nil where removing what everybody has played, and the parts of others, is not enough.
    func place(for episode: Episode) -> Place? {
        let own = parts[episode.id] ?? 0
        let size = max(episode.item.size ?? 1, 1)
        let left = quota - (used - own)
        // Compared before anything is added: the size is as the feed states it, up to the largest number.
        guard size <= quota else { return nil }
        let removals = Self.fewest(of: removable(besides: episode.id), for: size - left)
        let removed = removals.reduce(0) { $0 + $1.size }
        guard size <= left + removed, size - own <= free + removed else { return nil }
        return Place(most: left + removed, removals: removals)
    }

    private func removable(besides episode: ID<Episode>? = nil) -> [Removal] {
        stored.filter(\.isPlayed).map { Removal(episode: $0.episode, size: $0.size) }
            + parts.filter { $0.key != episode }.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { Removal(episode: $0.key, size: $0.value) }
    }

    /// The first files that have `bytes` together, or all.
    private static func fewest(of files: [Removal], for bytes: Int64) -> [Removal] {
        var missing = bytes
        return Array(
            files.prefix { file in
                defer { missing -= file.size }
                return missing > 0
            })
    }
}
