package import Primitives

/// Searches another service's catalog beside the own one. The library's search never waits for it.
package struct OutsideCatalogService: Sendable {
    package static let mostResults = 20
    package static let longestText = 200
    /// The service documents about 20 requests a minute (Apple, iTunes Search API, "Searching").
    private static let pace = (burst: 20, refill: Duration.seconds(3))
    /// Slower than that of all, so that one user leaves requests to others.
    private static let userPace = (burst: 10, refill: Duration.seconds(6))

    /// Whose requests are counted.
    package enum Requester: Hashable, Sendable {
        case server
        case user(ID<Person>)
    }

    private let client: any OutsideCatalogClient
    private let server: @Sendable () async throws -> OutsideServer
    private let own: any OwnSongStore
    private let catalog: any CatalogStore
    private let memory: OutsideMemory
    private let limiter: RateLimiter<Requester>
    private let clock: any WallClock

    /// - Parameter server: as admins have set it up at present.
    package init(
        client: any OutsideCatalogClient, server: @escaping @Sendable () async throws -> OutsideServer,
        own: any OwnSongStore, catalog: any CatalogStore, memory: OutsideMemory, limiter: RateLimiter<Requester>,
        clock: any WallClock
    ) {
        self.client = client
        self.server = server
        self.own = own
        self.catalog = catalog
        self.memory = memory
        self.limiter = limiter
        self.clock = clock
    }

    /// The songs of the catalog that the words name. Those that are explicit are left out for who does not hear such
    /// music.
    package func search(_ text: String, as caller: Principal) async throws -> OutsideAnswer {
        try caller.require(.browse)
        let server = try await server()
        guard server.isOn else { return .off }
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty, words.count <= Self.longestText else {
            throw DomainError.invalid("A search has 1 to \(Self.longestText) characters", field: "q")
        }
        let question = OutsideMemory.Question(server: server, text: words)
        do {
            let songs = try await answer(question, caller)
            return .found(try await merged(songs.filter { Self.admits($0, caller) }, caller))
        } catch let rest as Rest {
            return .unavailable(retryAfter: rest.time)
        }
    }

    /// A song by its number. Throws `noOutsideSong`, also for an explicit one where the caller hears no such music,
    /// `outsideOff`, and `unavailable`.
    package func song(_ id: Int64, as caller: Principal) async throws -> OutsideSong {
        try caller.require(.browse)
        let server = try await server()
        guard server.isOn else { throw DomainError.outsideOff }
        do {
            guard let song = try await lookUp(id, server, caller), Self.admits(song, caller) else {
                throw DomainError.noOutsideSong
            }
            return song
        } catch let rest as Rest {
            throw DomainError.outsideUnavailable(for: rest.time)
        }
    }

    /// Sends one request to the service as it is set up, whether it is switched on or not. Nil where it answers as it
    /// should; else the reason why it does not.
    package func test(as caller: Principal) async throws -> ServiceFailure.Reason? {
        try caller.require(.administer)
        let server = try await server()
        do {
            // An address at which nothing is refuses the question, or knows no songs.
            guard try await !client.search("yesterday", limit: 1, at: server).isEmpty else { return .malformed }
            memory.health.succeed(server)
            return nil
        } catch let failure as ServiceFailure {
            return failure.reason
        }
    }

    // MARK: Asking

    /// The service is left alone for a while.
    private struct Rest: Error {
        let time: Duration
    }

    private func answer(_ question: OutsideMemory.Question, _ caller: Principal) async throws -> [OutsideSong] {
        try await memory.questions.run(question) {
            if let known = memory.answers.value(of: question, at: clock.now()) { return known }
            let songs = try await ask(question.server, caller) {
                try await client.search(question.text, limit: Self.mostResults, at: question.server)
            }
            let now = clock.now()
            memory.answers.remember(songs, of: question, at: now)
            for song in songs {
                memory.songs.remember(song, of: .init(server: question.server, song: song.id), at: now)
            }
            return songs
        }
    }

    private func lookUp(_ id: Int64, _ server: OutsideServer, _ caller: Principal) async throws -> OutsideSong? {
        let number = OutsideMemory.Numbered(server: server, song: id)
        return try await memory.lookups.run(number) {
            if let known = memory.songs.value(of: number, at: clock.now()) { return known }
            let song = try await ask(server, caller) { try await client.song(id, at: server) }
            if let song { memory.songs.remember(song, of: number, at: clock.now()) }
            return song
        }
    }

    /// Throws `Rest` where the service rests, fails, or was asked too much by the caller or by all.
    private func ask<Answer>(
        _ server: OutsideServer, _ caller: Principal, _ request: () async throws -> Answer
    ) async throws -> Answer {
        let now = clock.now()
        if let rest = memory.health.rest(of: server, at: now) { throw Rest(time: rest) }
        let user = limiter.take(.user(caller.user), burst: Self.userPace.burst, refill: Self.userPace.refill)
        if let wait = user ?? limiter.take(.server, burst: Self.pace.burst, refill: Self.pace.refill) {
            throw Rest(time: wait)
        }
        do {
            let answer = try await request()
            memory.health.succeed(server)
            return answer
        } catch let failure as ServiceFailure {
            memory.health.fail(server, failure, at: now)
            throw Rest(time: memory.health.rest(of: server, at: now) ?? .seconds(1))
        }
    }

    private func merged(_ songs: [OutsideSong], _ caller: Principal) async throws -> [OutsideResult] {
        let tracks = try await own.tracks(for: songs.map(\.named), in: caller.libraries)
        let byID = try await catalog.itemsByID(tracks.compactMap(\.self), in: caller.libraries)
        return zip(songs, tracks).map { song, track in
            OutsideResult(song: song, track: track.flatMap { byID[$0] })
        }
    }

    private static func admits(_ song: OutsideSong, _ caller: Principal) -> Bool {
        caller.libraries.includesExplicit || !song.isExplicit
    }
}
