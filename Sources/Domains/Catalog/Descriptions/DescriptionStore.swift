package import Journal
package import Primitives

/// The storage of the sources and of what they know. Every method is one transaction.
package protocol DescriptionStore: Sendable {
    /// How each source is set up, in the order of `DescriptionSource.allCases`.
    func setups() async throws -> [DescriptionSetup]

    /// Loads the setups, changes them, and stores them with the entries that `change` returns. Stores nothing when it
    /// returns none.
    @discardableResult
    func edit(
        _ change: @escaping @Sendable (inout [DescriptionSetup]) throws -> [JournalEntry]
    ) async throws -> [DescriptionSetup]

    /// The next artists and albums that are to be looked up: those that never were, those that were looked up at other
    /// sources than `stamp` names or by other names and ids than they have now, and those whose time has come. Artists and
    /// albums without files are left out.
    ///
    /// - Parameter stamp: the name of the sources that are on now (`stamp` of their setups).
    func due(_ stamp: String, at now: Timestamp, limit: Int) async throws -> [DescriptionSubject]

    /// Stores what was found, and shows it where the library has nothing of its own. An answer of a source that gave none
    /// this time stays, unless it was about other names or ids. Does nothing for an artist who is gone.
    func record(_ found: ArtistDescription, _ lookup: DescriptionLookup) async throws

    /// Stores what was found, and shows it where the library has nothing of its own. An answer of a source that gave none
    /// this time stays, unless it was about other names or ids. Does nothing for an album that is gone.
    func record(_ found: AlbumDescription, _ lookup: DescriptionLookup) async throws

    /// How many of the catalog's artists and albums have been looked up.
    func progress(_ stamp: String, at now: Timestamp) async throws -> DescriptionProgress

    /// Removes everything that came from outside, with the entry.
    func removeAll(_ entry: JournalEntry) async throws

    /// The description of an artist from outside; nil for nothing.
    func description(of artist: ID<Artist>) async throws -> ArtistDescription?

    /// The description of an album from outside; nil for nothing.
    func description(of album: ID<Album>) async throws -> AlbumDescription?
}

/// One lookup of an artist or album.
package struct DescriptionLookup: Sendable, Equatable {
    /// The names and ids that were asked about; see `question` of the subject.
    package let question: String
    /// The sources that were switched on; see `stamp` of their setups.
    package let stamp: String
    /// Those of them that gave an answer, be it that they know nothing.
    package let answered: Set<DescriptionSource>
    package let at: Timestamp
    /// The time at which it is looked up again.
    package let again: Timestamp
}

/// How far the lookups have come.
package struct DescriptionProgress: Sendable, Equatable {
    /// Artists and albums that can be looked up.
    package let total: Int
    /// Those that are looked up.
    package let done: Int
    /// Those of which something was found.
    package let found: Int

    package init(total: Int, done: Int, found: Int) {
        self.total = total
        self.done = done
        self.found = found
    }
}

extension [DescriptionSetup] {
    /// A short name of the sources that are switched on, and of their addresses. What was looked up at others is looked
    /// up again.
    package var stamp: String {
        let parts = filter(\.isOn).map { "\($0.source.rawValue) \($0.base)" }.sorted()
        return parts.isEmpty ? "" : String(StableHash(parts.joined(separator: "\n")).value, radix: 16)
    }
}
