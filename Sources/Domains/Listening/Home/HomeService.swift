package import Catalog
import Journal
package import Primitives

/// The personal part of the home screen, and what the group plays.
package struct HomeService: Sendable {
    private static let most = 20
    private static let (mostTracks, mostFriends) = (10, 12)
    private static let popularTracks = 12
    /// The users among whom those who play something are looked for.
    private static let mostSharing = 1000
    private static let habits = 1000
    private static let habitPeriod = Duration.seconds(60 * 86_400)
    /// An album that was played so often, and not for so long, is worth another visit.
    private static let (forgottenPlays, forgottenFor) = (8, Duration.seconds(90 * 86_400))
    private static let years = 10
    /// A user who has played fewer albums is new.
    private static let albumsOfNewcomer = 6

    private let store: any HomeStore
    private let catalog: any CatalogStore
    private let listening: ListeningService
    private let tracker: PlaybackTracker
    private let calendar: ListeningCalendar
    private let clock: any WallClock
    private let monotonic: any MonotonicClock

    package init(
        store: any HomeStore, catalog: any CatalogStore, listening: ListeningService, tracker: PlaybackTracker,
        calendar: ListeningCalendar, clock: any WallClock = SystemWallClock(),
        monotonic: any MonotonicClock = SystemMonotonicClock()
    ) {
        self.store = store
        self.catalog = catalog
        self.listening = listening
        self.tracker = tracker
        self.calendar = calendar
        self.clock = clock
        self.monotonic = monotonic
    }

    package func home(as caller: Principal) async throws -> PersonalHome {
        try caller.require(.browse)
        let now = clock.now()
        async let uses = store.uses(by: caller.user)
        async let habitual = tiles(at: now, caller)
        async let recent = listening.recentlyPlayedAlbums(limit: Self.most, as: caller)
        async let most = listening.mostPlayedTracks(limit: Self.mostTracks, as: caller)
        async let old = forgotten(at: now, caller)
        async let past = onThisDay(now, caller)
        async let playing = friends(as: caller)
        async let common = popular(as: caller)
        let recentlyPlayed = try await recent
        return PersonalHome(
            order: HomeRow.order(by: try await uses.mapValues { $0.weight(at: now) }), tiles: try await habitual,
            friends: try await playing, recentlyPlayed: recentlyPlayed, mostPlayed: try await most,
            popular: try await common, rediscover: try await old, onThisDay: try await past,
            isNewcomer: recentlyPlayed.count < Self.albumsOfNewcomer, today: calendar.moment(at: now).day)
    }

    private func tiles(at now: Timestamp, _ caller: Principal) async throws -> [HomeTileItem] {
        let plays = try await store.habits(
            of: caller.user, since: now.advanced(by: .zero - Self.habitPeriod), in: caller.libraries,
            limit: Self.habits)
        let tiles = HomeTile.guess(from: plays, at: calendar.moment(at: now))
        let (albumIDs, artistIDs) = tiles.reduce(into: ([ID<Album>](), [ID<Artist>]())) { ids, tile in
            switch tile {
            case .album(let id): ids.0.append(id)
            case .artist(let id): ids.1.append(id)
            }
        }
        async let albumItems = catalog.albumItemsByID(albumIDs, in: caller.libraries)
        async let artistItems = catalog.artistItems(for: artistIDs, in: caller.libraries)
        let albums = try await albumItems
        let artists = Dictionary(try await artistItems.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return tiles.compactMap { tile in
            switch tile {
            case .album(let id): albums[id].map(HomeTileItem.album)
            case .artist(let id): artists[id].map(HomeTileItem.artist)
            }
        }
    }

    private func forgotten(at now: Timestamp, _ caller: Principal) async throws -> [AlbumItem] {
        let albums = try await store.forgotten(
            by: caller.user, plays: Self.forgottenPlays, before: now.advanced(by: .zero - Self.forgottenFor),
            in: caller.libraries, limit: Self.most)
        return try await catalog.albumItems(for: albums, in: caller.libraries)
    }

    private func onThisDay(_ now: Timestamp, _ caller: Principal) async throws -> [PastAlbum] {
        let today = calendar.moment(at: now).day
        let played = try await store.played(
            by: caller.user, on: today.anniversaries(Self.years), in: caller.libraries, limit: Self.most)
        let items = try await catalog.albumItemsByID(played.map(\.album), in: caller.libraries)
        // An album that was played in several years is shown for the latest of them.
        var seen: Set<ID<Album>> = []
        return played.compactMap { day, album in
            guard seen.insert(album).inserted else { return nil }
            return items[album].map { PastAlbum(album: $0, yearsAgo: today.civil.year - day.civil.year) }
        }
    }

    /// The tracks that other users are playing at this moment, of those who show it and as far as the caller may hear
    /// them. The last one to start comes first.
    package func friends(as caller: Principal) async throws -> [FriendPlaying] {
        try caller.require(.browse)
        let now = monotonic.now()
        let people = try await store.showingPlayback(to: caller.user, limit: Self.mostSharing)
        let playing = people.compactMap { person in
            tracker.nowPlaying(of: person.id, now: now).first { $0.credit.state == .playing }.map { (person, $0) }
        }.sorted { $0.1.startedAt > $1.1.startedAt }
        let items = try await catalog.itemsByID(playing.map(\.1.track), in: caller.libraries)
        return Array(
            playing.compactMap { person, play in
                items[play.track].map { FriendPlaying(person: person, track: $0, startedAt: play.startedAt) }
            }.filter { !$0.track.isMissing }.prefix(Self.mostFriends))
    }

    /// The tracks that the group plays most this month; where those are few, then the ones that everybody has played
    /// most of all time.
    package func popular(as caller: Principal) async throws -> [TrackItem] {
        try caller.require(.browse)
        let month = try await store.popular(
            in: calendar.moment(at: clock.now()).day, scope: caller.libraries, limit: Self.popularTracks)
        let found = try await catalog.items(for: month, in: caller.libraries)
        guard found.count < Self.popularTracks else { return found }
        let query = TrackQuery(
            sort: .popular, order: .descending,
            filter: ListRestriction(listener: caller.user, scope: caller.libraries))
        let always = try await catalog.tracks(query, .first(Self.popularTracks)).items
        let known = Set(found.map(\.id))
        return Array((found + always.filter { !known.contains($0.id) }).prefix(Self.popularTracks))
    }

    /// Records that the caller opened or played something of a row, which then moves up.
    package func use(_ row: HomeRow, as caller: Principal) async throws {
        try caller.require(.listen)
        let now = clock.now()
        try await store.edit(row, of: caller.user) { $0?.used(at: now) ?? .first(at: now) }
    }

    /// Whether the caller shows others what they are playing. Unless they say so, they do not.
    package func playbackSharing(as caller: Principal) async throws -> ListeningSharing {
        try caller.require(.listen)
        return try await store.playbackSharing(of: caller.user)
    }

    package func setPlaybackSharing(
        _ sharing: ListeningSharing, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.manageOwnAccount)
        let now = clock.now()
        let entry = JournalEntry(
            at: now, by: caller, from: origin, "listening.share", .init("user", caller.user),
            details: ["playing": sharing.rawValue])
        try await store.setPlaybackSharing(sharing, of: caller.user, at: now, journal: entry)
    }
}

/// What the home screen shows of a user's own listening, and of the group's.
package struct PersonalHome: Sendable {
    /// All rows, also those without content.
    package let order: [HomeRow]
    /// At most six; fewer for a user who has few habits.
    package let tiles: [HomeTileItem]
    package let friends: [FriendPlaying]
    package let recentlyPlayed: [AlbumItem]
    package let mostPlayed: [MostPlayedItem]
    package let popular: [TrackItem]
    package let rediscover: [AlbumItem]
    package let onThisDay: [PastAlbum]
    /// Whether they have hardly played anything yet.
    package let isNewcomer: Bool
    /// By the clocks of the server's time zone.
    package let today: LocalDay
}

/// A tile with what it leads to.
package enum HomeTileItem: Sendable, Equatable {
    case album(AlbumItem)
    case artist(ArtistItem)
}

/// A user who is playing something.
package struct FriendPlaying: Sendable, Equatable {
    package let person: NamedPerson
    package let track: TrackItem
    package let startedAt: Timestamp
}

/// An album that was played on this day some years ago.
package struct PastAlbum: Sendable, Equatable {
    package let album: AlbumItem
    package let yearsAgo: Int
}
