/// A dictionary that knows its least recently touched entry.
///
/// Every touch appends a mark to a queue. Marks with a later touch of their entry are skipped, and removed when they
/// are the larger part.
struct RecencyMap<Key: Hashable, Value> {
    private struct Entry {
        var value: Value
        var mark: UInt64
    }

    private var entries: [Key: Entry] = [:]
    private var queue: [(key: Key, mark: UInt64)] = []
    private var head = 0
    private var marks: UInt64 = 0

    var count: Int { entries.count }

    subscript(key: Key) -> Value? { entries[key]?.value }

    /// The entry that was touched the longest time ago.
    var oldest: (key: Key, value: Value)? {
        mutating get {
            while head < queue.count {
                let (key, mark) = queue[head]
                if let entry = entries[key], entry.mark == mark { return (key, entry.value) }
                head += 1
            }
            return nil
        }
    }

    /// Stores the value as the last touched one.
    mutating func touch(_ key: Key, _ value: Value) {
        marks += 1
        entries[key] = Entry(value: value, mark: marks)
        queue.append((key, marks))
        if queue.count > 2 * entries.count + 64 { sweep() }
    }

    /// Changes the value without touching it.
    mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
        guard var entry = entries[key] else { return }
        change(&entry.value)
        entries[key] = entry
    }

    mutating func remove(_ key: Key) {
        entries[key] = nil
    }

    private mutating func sweep() {
        queue = queue[head...].filter { entries[$0.key]?.mark == $0.mark }
        head = 0
    }
}
