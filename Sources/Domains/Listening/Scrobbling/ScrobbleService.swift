package import Catalog
package import Journal
package import Primitives

/// A user's own link to the server of one kind that plays are handed on to.
package struct ScrobbleService: Sendable {
    private let store: any ScrobbleStore
    private let kind: ScrobbleKind
    private let sealer: SecretSealer
    private let server: @Sendable () async throws -> String?
    private let clock: any WallClock

    /// - Parameter server: the address that the administrators have switched on; nil where it is off.
    package init(
        store: any ScrobbleStore, kind: ScrobbleKind, sealer: SecretSealer,
        server: @escaping @Sendable () async throws -> String?, clock: any WallClock
    ) {
        self.store = store
        self.kind = kind
        self.sealer = sealer
        self.server = server
        self.clock = clock
    }

    package func state(as caller: Principal) async throws -> ScrobbleState {
        try caller.require(.manageOwnAccount)
        let counts = try await store.counts(of: caller.user)
        return ScrobbleState(
            server: try await server(), link: try await store.link(of: caller.user), waiting: counts.waiting,
            refused: counts.refused, lastRefused: counts.last)
    }

    /// The address to connect to. Throws where the caller may not, and `conflict` where the service is off.
    func open(to caller: Principal) async throws -> String {
        try caller.require(.manageOwnAccount)
        try caller.require(.listen)
        guard let base = try await server() else { throw Self.off }
        return base
    }

    /// Connects the caller's account. A former link is replaced, with what waits taken over where the name and address
    /// are the same.
    func connect(
        _ name: String, _ token: String, at base: String, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws {
        let now = clock.now()
        let link = ScrobbleLink(
            id: .make(at: now), user: caller.user, kind: kind, base: base, name: name,
            sealedToken: try sealer.seal(token, of: caller.user, at: base), connectedAt: now)
        try await store.edit(caller.user) { stored in
            var changes = changed(link, entry("scrobbling.connect", caller, by: actor))
            if let before = stored, before.base == base, before.name == name {
                // The same account with a new token: what waits goes on.
                stored = link.continuing(before)
            } else {
                stored = link
                changes.writes = [.removeAll(of: caller.user)]
            }
            return changes
        }
    }

    /// Removes the caller's link, its token and what waits.
    package func disconnect(as caller: Principal, by actor: JournalEntry.Actor) async throws {
        try caller.require(.manageOwnAccount)
        try await store.edit(caller.user) { stored in
            guard let link = stored else { throw Self.absent }
            stored = nil
            return changed(link, entry("scrobbling.disconnect", caller, by: actor))
        }
    }

    /// Begins to hand on what was played before the connection, or goes on where it was stopped.
    package func startHistory(as caller: Principal, by actor: JournalEntry.Actor) async throws {
        let before = try await ready(caller)
        let start = ScrobbleHistory.Place(playedAt: before.connectedAt, play: "")
        let total = try await store.historyCount(
            of: caller.user, in: caller.libraries, from: kind.sources, before: start)
        try await change(before.id, of: caller, entry("scrobbling.history.start", caller, by: actor)) { link in
            var history = ScrobbleHistory(place: start, total: total)
            if let former = link.history, former.state == .stopped { history = former }
            guard link.history?.state != .running else { throw Self.running }
            history.state = .running
            link.history = history
            return []
        }
    }

    /// Stops handing on the history. Nothing of it waits any longer; what waited comes first when it is started again.
    package func stopHistory(as caller: Principal, by actor: JournalEntry.Actor) async throws {
        try caller.require(.manageOwnAccount)
        try await change(nil, of: caller, entry("scrobbling.history.stop", caller, by: actor)) { link in
            guard link.history?.state == .running else { throw Self.idle }
            link.history?.state = .stopped
            return [.removeHistory(of: link.user)]
        }
    }

    /// Begins to import the caller's listens from there, or goes on where it was stopped.
    package func startImport(as caller: Principal, by actor: JournalEntry.Actor) async throws {
        let before = try await ready(caller)
        try await change(before.id, of: caller, entry("scrobbling.import.start", caller, by: actor)) { link in
            guard link.listens?.state != .running else { throw Self.running }
            if link.listens?.state == .stopped {
                link.listens?.state = .running
            } else {
                link.listens = ListenImport()
            }
            return []
        }
    }

    package func stopImport(as caller: Principal, by actor: JournalEntry.Actor) async throws {
        try caller.require(.manageOwnAccount)
        try await change(nil, of: caller, entry("scrobbling.import.stop", caller, by: actor)) { link in
            guard link.listens?.state == .running else { throw Self.idle }
            link.listens?.state = .stopped
            return []
        }
    }

    private func ready(_ caller: Principal) async throws -> ScrobbleLink {
        let base = try await open(to: caller)
        guard let link = try await store.link(of: caller.user), link.base == base else { throw Self.absent }
        return link
    }

    /// - Parameter id: the link that must still be the caller's; nil for any.
    private func change(
        _ id: ID<ScrobbleLink>?, of caller: Principal, _ entry: JournalEntry,
        _ body: @escaping @Sendable (inout ScrobbleLink) throws -> [ScrobbleWrite]
    ) async throws {
        try await store.edit(caller.user) { stored in
            guard var link = stored, id.map({ $0 == link.id }) ?? true else { throw Self.absent }
            var changes = changed(link, entry)
            changes.writes = try body(&link)
            stored = link
            return changes
        }
    }

    private func changed(_ link: ScrobbleLink, _ entry: JournalEntry) -> Changes<ScrobbleWrite> {
        Changes(at: entry.at, journal: [entry], events: [link.event])
    }

    private func entry(_ action: String, _ caller: Principal, by actor: JournalEntry.Actor) -> JournalEntry {
        JournalEntry(
            at: clock.now(), by: actor, action, .init("user", caller.user), details: ["service": kind.rawValue])
    }

    static let off = DomainError(
        .conflict, "Handing on plays is switched off on this server", reason: "scrobbling_off")
    private static let absent = DomainError.notFound("You have no connection")
    private static let running = DomainError(.conflict, "This is running already", reason: "scrobbling_running")
    private static let idle = DomainError.notFound("Nothing runs")
}

/// A user's link as they see it.
package struct ScrobbleState: Sendable {
    /// Nil where the administrators have switched the service off.
    package let server: String?
    package let link: ScrobbleLink?
    package let waiting: Int
    package let refused: Int
    package let lastRefused: [RefusedScrobble]

    /// Whether the token was given for another address than the present one.
    package var isElsewhere: Bool { server.flatMap { server in link.map { $0.base != server } } ?? false }
}

extension ScrobbleLink {
    /// This new connection to the same account, with what the former one had reached.
    fileprivate func continuing(_ former: ScrobbleLink) -> ScrobbleLink {
        ScrobbleLink(
            id: id, user: user, kind: kind, base: base, name: name, sealedToken: sealedToken,
            connectedAt: former.connectedAt, total: former.total, lastAt: former.lastAt, history: former.history,
            listens: former.listens)
    }
}
