/// What an import found, and what became of it or would.
package struct ImportReport: Sendable, Equatable {
    package struct Count: Sendable, Equatable {
        package var added = 0
        package var present = 0
        package var unmatched = 0
        package var found: Int { added + present + unmatched }
    }

    package static let shownUnmatched = 100

    package var source: ImportSource?
    package var counts: [ImportKind: Count] = [:]
    /// Things without a name or a time.
    package var unreadable = 0
    /// The first that are not here, each once.
    package private(set) var unmatched: [String] = []
    /// Of the same things, for knowing them again.
    private var seen = Set<String>()

    package init() {}

    mutating func count(_ item: ImportItem, _ outcome: ImportOutcome) {
        var count = counts[item.kind, default: Count()]
        switch outcome {
        case .added: count.added += 1
        case .present: count.present += 1
        case .unmatched:
            count.unmatched += 1
            if unmatched.count < Self.shownUnmatched, seen.insert(item.label).inserted { unmatched.append(item.label) }
        }
        counts[item.kind] = count
    }

    var found: Int { counts.values.reduce(0) { $0 + $1.found } }
}
