package import Catalog
package import Primitives

/// The queue of a speaker: its entries in the order in which they play, and the current one. A value without a clock.
package struct SpeakerQueue: Sendable, Equatable {
    /// The largest number of entries.
    package static let longest = DeviceRules.longestQueue

    package private(set) var entries: [DeviceEntry] = []
    /// The key of the current entry; nil exactly where the queue is empty.
    package private(set) var current: Int64?
    package var repeats = DeviceRepeat.off
    package private(set) var isShuffled = false
    private var nextKey: Int64 = 1

    package init() {}

    /// A stored queue.
    ///
    /// - Parameter index: the place of the current track; one that is not there counts as the nearest.
    package init(
        tracks: [ID<Track>], index: Int, repeats: DeviceRepeat, isShuffled: Bool, firstKey: Int64 = 1
    ) {
        nextKey = firstKey
        setModes(repeats: repeats, isShuffled: isShuffled)
        replace(with: tracks, at: index)
    }

    package var index: Int? { entries.firstIndex { $0.key == current } }
    package var currentEntry: DeviceEntry? { index.map { entries[$0] } }

    package func contains(_ key: Int64) -> Bool { entries.contains { $0.key == key } }

    /// The entry that plays when the current one has ended.
    package var following: DeviceEntry? { repeats == .one ? currentEntry : next }

    /// The entry that the command `next` leads to.
    package var next: DeviceEntry? {
        guard let index else { return nil }
        if index + 1 < entries.count { return entries[index + 1] }
        return repeats == .all ? entries.first : nil
    }

    package var previous: DeviceEntry? {
        guard let index else { return nil }
        if index > 0 { return entries[index - 1] }
        return repeats == .all ? entries.last : nil
    }

    /// Empties the queue and fills it with `tracks`.
    package mutating func replace(with tracks: [ID<Track>], at index: Int) {
        entries = makeEntries(tracks.prefix(Self.longest))
        current = entries.isEmpty ? nil : entries[min(max(index, 0), entries.count - 1)].key
    }

    /// Sets the modes alone, and leaves the order as it is.
    package mutating func setModes(repeats: DeviceRepeat, isShuffled: Bool) {
        self.repeats = repeats
        self.isShuffled = isShuffled
    }

    package mutating func setCurrent(_ key: Int64) {
        if contains(key) { current = key }
    }

    /// Adds tracks before an entry, or at the end. Throws `invalid` where the queue would be too long.
    package mutating func add(_ tracks: [ID<Track>], before key: Int64?) throws(DomainError) {
        guard entries.count + tracks.count <= Self.longest else {
            throw .invalid("The queue has room for \(Self.longest) songs", field: "trackIds")
        }
        let place = key.flatMap { key in entries.firstIndex { $0.key == key } } ?? entries.count
        entries.insert(contentsOf: makeEntries(tracks[...]), at: place)
        if current == nil { current = entries.first?.key }
    }

    /// Removes entries. Where the current one is among them, the next one that stays becomes current, or the last.
    package mutating func remove(_ keys: Set<Int64>) {
        let place = index ?? 0
        let successor = entries[min(place, entries.count)...].first { !keys.contains($0.key) }
        entries.removeAll { keys.contains($0.key) }
        if let current, !contains(current) { self.current = (successor ?? entries.last)?.key }
    }

    /// Moves an entry before another, or to the end.
    package mutating func move(_ key: Int64, before other: Int64?) {
        guard key != other, let from = entries.firstIndex(where: { $0.key == key }) else { return }
        let entry = entries.remove(at: from)
        let place = other.flatMap { other in entries.firstIndex { $0.key == other } } ?? entries.count
        entries.insert(entry, at: place)
    }

    /// Removes what comes after the current entry.
    package mutating func clearUpcoming() {
        guard let index else { return }
        entries.removeSubrange((index + 1)...)
    }

    /// Mixes what comes after the current entry, or puts it back in the order in which it was added.
    package mutating func shuffle(_ isShuffled: Bool, using generator: inout some RandomNumberGenerator) {
        self.isShuffled = isShuffled
        guard let index else { return }
        var upcoming = Array(entries[(index + 1)...])
        if isShuffled { upcoming.shuffle(using: &generator) } else { upcoming.sort { $0.key < $1.key } }
        entries.replaceSubrange((index + 1)..., with: upcoming)
    }

    /// Mixes all entries; the current one comes first.
    package mutating func shuffleAll(using generator: inout some RandomNumberGenerator) {
        guard let currentEntry else { return }
        entries = [currentEntry] + entries.filter { $0.key != currentEntry.key }.shuffled(using: &generator)
    }

    private mutating func makeEntries(_ tracks: ArraySlice<ID<Track>>) -> [DeviceEntry] {
        tracks.map { track in
            defer { nextKey += 1 }
            return DeviceEntry(key: nextKey, track: track)
        }
    }
}
