package import Journal
package import Primitives

/// A name in tags that stands for several artists by the rules, or would if an admin had not decided otherwise.
package struct JointArtist: Sendable, Equatable {
    package static let nameLimit = 1024

    /// As the tags spell it.
    package let name: String
    package let parts: [String]
    /// Whether an admin has decided that the name is one artist.
    package let isKept: Bool

    package init(name: String, parts: [String], isKept: Bool) {
        self.name = name
        self.parts = parts
        self.isKept = isKept
    }
}

/// Lists the names in tags that the rules split into several artists, and lets admins mark such a name as one artist.
package struct JointArtistService: Sendable {
    private let store: any JointArtistStore
    private let clock: any WallClock

    package init(store: any JointArtistStore, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.clock = clock
    }

    /// Ordered by name, at most 1000; names that are marked as one artist come first.
    package func list(as caller: Principal) async throws -> [JointArtist] {
        try caller.require(.administer)
        return try await store.list()
    }

    /// Marks a name as one artist, or removes the mark, so that the rules apply again. The change takes effect when
    /// `apply` has run.
    package func keep(
        _ name: String, _ isKept: Bool, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws {
        try caller.require(.administer)
        guard JointCredit.mayJoin(name) else {
            throw DomainError.invalid("This name does not stand for several artists", field: "name")
        }
        let entry = JournalEntry(
            at: clock.now(), by: actor, "artist.keep", .init(kind: "artist", id: FoldedText.fold(name)),
            details: ["name": name, "kept": "\(isKept)"])
        try await store.keep(name, isKept, journal: entry)
    }

    /// Updates the catalog to the rules, a batch of tracks at a time. Called by the periodic job.
    package func apply() async throws {
        try await store.decide()
        var last: [ID<Track>] = []
        while case let tracks = try await store.applySome(at: clock.now()), !tracks.isEmpty, tracks != last {
            last = tracks
            try Task.checkCancellation()
        }
    }

    /// A number that changes whenever `apply` may have work to do.
    package var revision: UInt64 { store.revision }
}

/// Storage of the names that stand for several artists. Every method is one transaction.
package protocol JointArtistStore: Sendable {
    var revision: UInt64 { get }
    func list() async throws -> [JointArtist]
    func keep(_ name: String, _ isKept: Bool, journal entry: JournalEntry) async throws
    /// Determines the names that stand for several artists at present; none if the setting turns this off.
    func decide() async throws
    /// Rewrites the credits of a bounded number of tracks. Returns these tracks; empty if there was nothing left to do.
    func applySome(at instant: Timestamp) async throws -> [ID<Track>]
}
