package import Primitives

/// The changes of a stored podcast by its feed.
struct FeedUpdate {
    let writes: [PodcastWrite]

    /// Episodes are the same where the feed's identifier is; a feed that gives each episode a new identifier is no
    /// better than one with new episodes.
    ///
    /// - Parameter known: the stored episodes by the feed's identifiers.
    init(_ feed: Feed, of podcast: ID<Podcast>, known: [String: Episode], at now: Timestamp) {
        var writes: [PodcastWrite] = []
        for item in feed.items {
            let before = known[item.guid]
            let stated = item.publishedAt.map { min($0, now) }
            var episode = Episode(
                id: before?.id ?? .make(at: now), podcast: podcast, item: item,
                publishedAt: stated ?? before?.publishedAt ?? now)
            if item.picture == before?.item.picture { episode.picture = before?.picture }
            if episode != before { writes.append(.put(episode)) }
            if let before, Self.isOtherFile(item, than: before.item) {
                writes.append(.downloadAgain(before.id, at: now))
            }
        }
        let listed = Set(feed.items.map(\.guid))
        let dropped = known.filter { $0.value.isListed && !listed.contains($0.key) }.map(\.value.id)
        // Those beyond the reader's limit are dropped as well, or each reading could add as many new ones.
        if !dropped.isEmpty { writes.append(.drop(dropped)) }
        self.writes = writes
    }

    /// Many hosts state another query each time, which names no other file while the size stays.
    private static func isOtherFile(_ item: FeedItem, than before: FeedItem) -> Bool {
        guard item.audio != before.audio else { return false }
        return item.size != before.size || item.audio.prefix { $0 != "?" } != before.audio.prefix { $0 != "?" }
    }
}
