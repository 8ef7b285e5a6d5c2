package import Journal
package import Primitives

/// A name in tags that stands for several artists by the rules, or would.
package struct JointArtist: Sendable, Equatable {
    package static let nameLimit = 1024

    /// As the tags spell it.
    package let name: String
    package let parts: [String]
    /// An admin has said that it is one artist.
    package let isKept: Bool

    package init(name: String, parts: [String], isKept: Bool) {
        self.name = name
        self.parts = parts
        self.isKept = isKept
    }
}

/// Names that stand for several artists, for admins: what the rules made of tags, and which of them are one artist all the same.
package struct JointArtistService: Sendable {
    private let store: any JointArtistStore
    private let clock: any WallClock

    package init(store: any JointArtistStore, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.clock = clock
    }

    /// By name, at most 1000; those that are kept first.
    package func list(as caller: Principal) async throws -> [JointArtist] {
        try caller.require(.administer)
        return try await store.list()
    }

    /// Keeps a name as one artist, or leaves it to the rules again. It holds as soon as `apply` has run.
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

    /// Brings what is catalogued in line with the rules, some tracks at a time. For the job.
    package func apply() async throws {
        try await store.decide()
        var last: [ID<Track>] = []
        while case let tracks = try await store.applySome(at: clock.now()), !tracks.isEmpty, tracks != last {
            last = tracks
            try Task.checkCancellation()
        }
    }

    /// Changes whenever there may be something to apply.
    package var revision: UInt64 { store.revision }
}

/// Storage of the names that stand for several artists. Every method is one transaction.
package protocol JointArtistStore: Sendable {
    var revision: UInt64 { get }
    func list() async throws -> [JointArtist]
    func keep(_ name: String, _ isKept: Bool, journal entry: JournalEntry) async throws
    /// Works out which names stand for several artists by now; none where the setting says so.
    func decide() async throws
    /// Writes the credits of a bounded number of tracks anew, and says of which; none when there was nothing left to do.
    func applySome(at instant: Timestamp) async throws -> [ID<Track>]
}
