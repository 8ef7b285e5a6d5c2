package import Catalog
import Foundation
import Journal
package import Primitives

/// The daily board: each user posts one song a day, others comment on it, and earlier days stay readable.
///
/// Users who may browse read the board. Users who may take part post, react and comment. Moderators hide. Authors may
/// always remove their own posts and comments, except a hidden post on its own day.
package struct BoardService: Sendable {
    let store: any BoardStore
    let catalog: any CatalogStore
    let clock: BoardClock
    let throttle: BoardThrottle

    package init(store: any BoardStore, catalog: any CatalogStore, clock: BoardClock, throttle: BoardThrottle) {
        self.store = store
        self.catalog = catalog
        self.clock = clock
        self.throttle = throttle
    }

    /// Closes a day that has ended, and opens the next. The job `boardRollover` calls it, so that the board clears also
    /// when nobody looks at it.
    ///
    /// - Returns: the time until the open day ends.
    package func turn() async throws -> Duration {
        let moment = try await store.open(clock)
        return clock.calendar.end(of: moment.day).since(moment.instant)
    }

    /// Revokes the days that a fast clock has opened, once an administrator has confirmed the time. Posts and comments
    /// of these days move to the open day.
    ///
    /// - Returns: the day that is open afterwards.
    package func takeBack() async throws -> LocalDay {
        try await store.takeBack(clock).day
    }

    package func board(on name: DayName, _ page: PageRequest, as caller: Principal) async throws -> BoardDay {
        try caller.require(.browse)
        let (day, moment) = try await day(name)
        let reader = BoardViewer(caller)
        let posts = try await store.posts(on: day, for: reader, page)
        let own = try await store.ownPost(on: day, for: reader)
        let items = try await items(of: posts.items + (own.map { [$0] } ?? []), as: caller)
        return BoardDay(
            day: day, isToday: day == moment.day, startsAt: clock.calendar.start(of: day),
            endsAt: clock.calendar.end(of: day), zone: clock.calendar.zone.identifier, now: moment.instant,
            own: own == nil ? nil : items.last,
            posts: Page(items: Array(items.prefix(posts.items.count)), next: posts.next))
    }

    package func days(_ page: PageRequest, as caller: Principal) async throws -> Page<ListedDay> {
        try caller.require(.browse)
        return try await store.days(for: BoardViewer(caller), page)
    }

    /// The day as a playlist: its songs in posting order, without those that the caller may not hear.
    package func playlist(of name: DayName, as caller: Principal) async throws -> [TrackItem] {
        try caller.require(.browse)
        let tracks = try await store.tracks(on: try await day(name).day, for: BoardViewer(caller))
        return try await catalog.items(for: tracks, in: caller.libraries).filter { !$0.isMissing }
    }

    /// The same playlist, with the day's start and end.
    package func programme(of name: DayName, as caller: Principal) async throws -> DayPlaylist {
        let (day, moment) = try await day(name)
        return DayPlaylist(
            day: day, startsAt: clock.calendar.start(of: day), endsAt: clock.calendar.end(of: day),
            isToday: day == moment.day, readAt: moment.instant, tracks: try await playlist(of: .date(day), as: caller))
    }

    package func post(_ id: ID<Post>, as caller: Principal) async throws -> PostItem {
        try caller.require(.browse)
        guard let post = try await store.post(id, for: BoardViewer(caller)) else { throw DomainError.noPost }
        return try await item(of: post, as: caller)
    }

    package func post(
        _ draft: PostDraft, as caller: Principal, from origin: String
    ) async throws -> PostOutcome<PostItem> {
        try caller.require(.takePart)
        try throttle.take(.post, by: caller.user)
        let outcome = try await store.add(draft, by: BoardViewer(caller), actor(caller, origin), clock)
        return try await outcome.map { try await item(of: $0, as: caller) }
    }

    package func remove(_ post: ID<Post>, as caller: Principal, from origin: String) async throws {
        try caller.require(.takePart)
        try await store.remove(post, by: BoardViewer(caller), actor(caller, origin), clock)
    }

    package func setReaction(
        _ reaction: Reaction, to isThere: Bool, on post: ID<Post>, as caller: Principal, from origin: String
    ) async throws -> PostItem {
        try caller.require(.takePart)
        try throttle.take(.react, by: caller.user)
        let answered = try await store.setReaction(
            reaction, to: isThere, on: post, by: BoardViewer(caller), actor(caller, origin), clock)
        return try await item(of: answered, as: caller)
    }

    /// - Parameter reason: nil to show the post again.
    package func hide(
        _ post: ID<Post>, because reason: String?, as caller: Principal, from origin: String
    ) async throws -> PostItem {
        try caller.require(.moderate)
        let reason = try reason.map(Self.checked)
        let hidden = try await store.hide(post, because: reason, by: BoardViewer(caller), actor(caller, origin), clock)
        return try await item(of: hidden, as: caller)
    }

    static func checked(_ reason: String) throws(DomainError) -> String {
        try BoardText.checked(reason, length: 1...PostDraft.longestCaption, field: "reason")
    }

    func actor(_ caller: Principal, _ origin: String) -> JournalEntry.Actor {
        JournalEntry.Actor(user: caller.user, origin: origin)
    }

    /// Resolves `name` to a day, and tells the present moment.
    func day(_ name: DayName) async throws -> (day: LocalDay, now: BoardMoment) {
        let moment = try await store.open(clock)
        switch name {
        case .today: return (moment.day, moment)
        case .date(let day):
            guard day <= moment.day else { throw DomainError.noDay }
            return (day, moment)
        }
    }

    private func item(of post: Post, as caller: Principal) async throws -> PostItem {
        guard let item = try await items(of: [post], as: caller).first else { throw DomainError.noPost }
        return item
    }

    /// One item for each post, in the same order.
    private func items(of posts: [Post], as caller: Principal) async throws -> [PostItem] {
        let ids = Set(posts.compactMap(\.song?.track))
        let found = try await catalog.items(for: Array(ids), in: caller.libraries)
        let tracks = Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return posts.map { post in
            PostItem(
                post: post, track: post.song?.track.flatMap { tracks[$0] }, isOwn: post.author.id == caller.user)
        }
    }
}
