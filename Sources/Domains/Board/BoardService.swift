package import Catalog
import Foundation
import Journal
package import Primitives

/// The daily board: each user posts one song a day, others comment on it, and earlier days stay readable.
///
/// Users who may browse read the board. Users who may take part post, react and comment. Moderators hide. Authors may
/// always remove their own posts and comments, except a hidden post on its own day.
package struct BoardService: Sendable {
    /// The most songs of a day's playlist: as many as a play queue holds.
    private static let longestPlaylist = 10_000

    let store: any BoardStore
    let catalog: any CatalogStore
    let clock: BoardClock
    let throttle: BoardThrottle
    private let isOutsideOn: @Sendable () async throws -> Bool

    /// - Parameter isOutsideOn: whether the outside catalog is switched on at present.
    package init(
        store: any BoardStore, catalog: any CatalogStore, clock: BoardClock, throttle: BoardThrottle,
        isOutsideOn: @escaping @Sendable () async throws -> Bool
    ) {
        self.store = store
        self.catalog = catalog
        self.clock = clock
        self.throttle = throttle
        self.isOutsideOn = isOutsideOn
    }

    /// Closes a day that has ended, and opens the next. The job `boardRollover` calls it, so that the board clears also
    /// when nobody looks at it.
    ///
    /// - Returns: the time until the open day ends.
    package func turn() async throws -> Duration {
        let moment = try await openDay()
        return clock.calendar.end(of: moment.day).since(moment.instant)
    }

    /// Revokes the days that a fast clock has opened, once an administrator has confirmed the time. Posts and comments
    /// of these days move to the open day.
    ///
    /// - Returns: the day that is open afterwards.
    package func revokeLaterDays() async throws -> LocalDay {
        try await store.edit(DayOpening(clock: clock, revokesEveryDayAhead: true)) { _, moment in (nil, moment.day) }
    }

    /// The present moment; opens its day if necessary. Almost always this only reads: each day is opened once.
    private func openDay() async throws -> BoardMoment {
        let opening = DayOpening(clock: clock)
        if let moment = try await store.inspect({ try opening.openMoment($0) }) { return moment }
        return try await store.edit(opening) { _, moment in (nil, moment) }
    }

    package func board(on name: DayName, _ page: PageRequest, as caller: Principal) async throws -> BoardDay {
        try caller.require(.browse)
        let (day, moment) = try await day(name)
        let posts = try await store.posts(on: day, for: caller, page)
        let own = try await store.ownPost(on: day, for: caller)
        let items = try await items(of: posts.items + (own.map { [$0] } ?? []), as: caller)
        return BoardDay(
            day: day, isToday: day == moment.day, startsAt: clock.calendar.start(of: day),
            endsAt: clock.calendar.end(of: day), zone: clock.calendar.zone.identifier, now: moment.instant,
            own: own == nil ? nil : items.last,
            posts: Page(items: Array(items.prefix(posts.items.count)), next: posts.next))
    }

    package func days(_ page: PageRequest, as caller: Principal) async throws -> Page<ListedDay> {
        try caller.require(.browse)
        let days = try await store.days(for: caller, page)
        guard days.items.contains(where: \.hasOutsideCover), try await !isOutsideOn() else { return days }
        return days.map(\.withoutOutsideCovers)
    }

    /// The day as a playlist: its songs in posting order, without those that the caller may not hear.
    package func playlist(of name: DayName, as caller: Principal) async throws -> [TrackItem] {
        try caller.require(.browse)
        let tracks = try await store.tracks(
            on: try await day(name).day, for: caller, limit: Self.longestPlaylist)
        return try await catalog.items(for: tracks, in: caller.libraries).filter { !$0.isMissing }
    }

    /// The same playlist, with the day's start and end.
    package func dayPlaylist(of name: DayName, as caller: Principal) async throws -> DayPlaylist {
        let (day, moment) = try await day(name)
        return DayPlaylist(
            day: day, startsAt: clock.calendar.start(of: day), endsAt: clock.calendar.end(of: day),
            isToday: day == moment.day, readAt: moment.instant, tracks: try await playlist(of: .date(day), as: caller))
    }

    package func post(_ id: ID<Post>, as caller: Principal) async throws -> PostItem {
        try caller.require(.browse)
        return try await item(id, for: caller)
    }

    /// Posts a song on the open day. A user who has posted already today gets that post instead. A song of the outside
    /// catalog that the library has is posted as its track; another becomes the track when the library gets it.
    package func post(
        _ draft: PostDraft, as caller: Principal, from origin: String
    ) async throws -> PostOutcome<PostItem> {
        try caller.require(.takePart)
        try throttle.take(.post, by: caller.user)
        let actor = JournalEntry.Actor(caller, from: origin)
        let outcome: PostOutcome<ID<Post>> = try await store.edit(DayOpening(clock: clock)) { board, moment in
            if let own = try board.post(by: caller.user, on: moment.day) {
                return (nil, .alreadyPosted(own))
            }
            let post = try board.newPost(draft, at: moment, as: caller)
            let changes = Changes<BoardWrite>(
                at: moment.instant, .addPost(post), journal: [BoardJournal.posted(post, by: actor)],
                events: [BoardEvents.event(.posted, on: moment.day, post: post.id)])
            return (changes, .posted(post.id))
        }
        return try await outcome.map { try await item($0, for: caller) }
    }

    /// Removes the caller's own post.
    package func remove(_ post: ID<Post>, as caller: Principal, from origin: String) async throws {
        try caller.require(.takePart)
        let actor = JournalEntry.Actor(caller, from: origin)
        try await store.edit(DayOpening(clock: clock)) { board, moment in
            let stored = try board.existing(post)
            try BoardRules.checkRemoval(ofPost: stored.entry, by: caller, today: moment.day)
            let changes = Changes<BoardWrite>(
                at: moment.instant, .removePost(post),
                journal: [JournalEntry(at: moment.instant, by: actor, "post.delete", .init("post", post))],
                events: [BoardEvents.event(.removed, on: stored.entry.day, post: post)],
                notifications: [.retract(about: post.rawValue)])
            return (changes, ())
        }
    }

    /// Adds or removes the caller's reaction. Repeating the call changes nothing.
    package func setReaction(
        _ reaction: Reaction, to isThere: Bool, on post: ID<Post>, as caller: Principal, from origin: String
    ) async throws -> PostItem {
        try caller.require(.takePart)
        try throttle.take(.react, by: caller.user)
        let actor = JournalEntry.Actor(caller, from: origin)
        try await store.edit(DayOpening(clock: clock)) { board, moment in
            let stored = try board.existing(post)
            try BoardRules.checkAnswer(to: stored.entry, by: caller, today: moment.day)
            guard try board.hasReaction(reaction, to: post, by: caller.user) != isThere else { return (nil, ()) }
            var changes = Changes<BoardWrite>(
                at: moment.instant,
                isThere
                    ? .addReaction(reaction, to: post, by: caller.user, at: moment.instant)
                    : .removeReaction(reaction, from: post, by: caller.user),
                journal: [
                    JournalEntry(
                        at: moment.instant, by: actor, isThere ? "reaction.add" : "reaction.remove",
                        .init("post", post), details: ["reaction": reaction.rawValue])
                ],
                events: [BoardEvents.event(.reacted, on: stored.entry.day, post: post)])
            if isThere { changes.notifications = [PostNotifications(post: stored).reacted(reaction, by: caller.user)] }
            return (changes, ())
        }
        return try await item(post, for: caller)
    }

    /// Hides a post from others, and notifies its author.
    ///
    /// - Parameter reason: nil to show the post again.
    package func hide(
        _ post: ID<Post>, because reason: String?, as caller: Principal, from origin: String
    ) async throws -> PostItem {
        try caller.require(.moderate)
        let reason = try reason.map(Self.checked)
        let actor = JournalEntry.Actor(caller, from: origin)
        try await store.edit(DayOpening(clock: clock)) { board, moment in
            let stored = try board.existing(post)
            let hiding = reason.map { Hiding(at: moment.instant, reason: $0) }
            var changes = Changes<BoardWrite>(
                at: moment.instant, .hidePost(post, hiding, by: caller.user),
                journal: [BoardJournal.hid("post", post.rawValue, reason: reason, at: moment.instant, by: actor)],
                events: [BoardEvents.event(reason == nil ? .shown : .hidden, on: stored.entry.day, post: post)],
                notifications: PostNotifications(post: stored).hidden(because: reason, by: caller.user))
            if reason != nil {
                changes.followUps.append(.closeReports(about: .post(post), at: moment.instant, by: actor))
            }
            return (changes, ())
        }
        return try await item(post, for: caller)
    }

    static func checked(_ reason: String) throws(DomainError) -> String {
        try BoardText.checked(reason, length: 1...PostDraft.longestCaption, field: "reason")
    }

    /// Resolves `name` to a day, and returns the present moment too.
    func day(_ name: DayName) async throws -> (day: LocalDay, now: BoardMoment) {
        let moment = try await openDay()
        switch name {
        case .today: return (moment.day, moment)
        case .date(let day):
            guard day <= moment.day else { throw DomainError.noDay }
            return (day, moment)
        }
    }

    /// Throws `notFound` if the caller does not see the post.
    private func item(_ id: ID<Post>, for caller: Principal) async throws -> PostItem {
        guard let post = try await store.post(id, for: caller),
            let item = try await items(of: [post], as: caller).first
        else { throw DomainError.noPost }
        return item
    }

    /// One item for each post, in the same order.
    private func items(of posts: [Post], as caller: Principal) async throws -> [PostItem] {
        let tracks = try await catalog.itemsByID(posts.compactMap(\.song?.track), in: caller.libraries)
        var isOutsideOn = false
        if posts.contains(where: { $0.song?.outside != nil }) { isOutsideOn = try await self.isOutsideOn() }
        return posts.map { post in
            PostItem(
                post: post, track: post.song?.track.flatMap { tracks[$0] }, isOwn: post.author.id == caller.user,
                isOutsideOn: isOutsideOn)
        }
    }
}

extension BoardState {
    fileprivate func newPost(_ draft: PostDraft, at moment: BoardMoment, as caller: Principal) throws -> NewPost {
        let id: ID<Track>?
        switch draft.song {
        case .track(let track): id = track
        case .outside(let song): id = try match(for: song.named, in: caller.libraries)
        }
        if let track = try id.flatMap({ try track($0, in: caller.libraries) }), !track.isMissing {
            return NewPost(track, draft.caption, at: moment, by: caller.user)
        }
        guard case .outside(let song) = draft.song else {
            throw DomainError.invalid("There is no such track", field: "trackId", reason: "track_not_found")
        }
        return NewPost(song, draft.caption, at: moment, by: caller.user)
    }

    /// Throws `notFound` if there is no such post.
    func existing(_ id: ID<Post>) throws -> StoredPost {
        guard let post = try post(id) else { throw DomainError.noPost }
        return post
    }

    /// Throws `notFound` if there is no such comment.
    func existing(_ id: ID<Comment>) throws -> StoredComment {
        guard let comment = try comment(id) else { throw DomainError.noComment }
        return comment
    }
}
