package import Catalog
import Journal
package import Primitives

/// Comments that users pin to moments of tracks.
///
/// Others see them by the rules of reviews: those of users who share their likes and reviews. Moderators hide them as
/// they hide comments on the board.
package struct MomentService: Sendable {
    /// The most moments of one user in one track.
    package static let mostPerTrack = 50
    /// The most moments of one user.
    package static let mostPerPerson = 20_000
    /// The number of moments that a user may add or change at once, and the time after which one more is available.
    private static let (burst, refill) = (20, Duration.seconds(3))

    private let store: any MomentStore
    private let clock: any WallClock
    private let limiter: RateLimiter<ID<Person>>

    package init(
        store: any MomentStore, clock: any WallClock = SystemWallClock(),
        limits: any MonotonicClock = SystemMonotonicClock()
    ) {
        self.store = store
        self.clock = clock
        limiter = RateLimiter(clock: limits)
    }

    /// The moments of a track by position. Throws `notFound` for a track that the caller does not see.
    package func moments(of track: ID<Track>, _ page: PageRequest, as caller: Principal) async throws -> Page<Moment> {
        try caller.require(.browse)
        guard let page = try await store.moments(of: track, for: caller, page) else {
            throw DomainError.noMomentTrack
        }
        return page
    }

    /// Pins a comment to a moment of the track.
    ///
    /// - Parameter position: in milliseconds, within the track's length.
    package func add(
        _ text: MomentText, to track: ID<Track>, at position: Int64, as caller: Principal, from origin: String
    ) async throws -> Moment {
        try caller.require(.takePart)
        try takeAllowance(of: caller)
        let (now, author) = (clock.now(), caller.user)
        let id = ID<Moment>.make(at: now)
        let entry = Self.entry("moment.create", id, track, caller, origin, at: now)
        try await store.edit { moments in
            guard let found = try moments.track(track, in: caller.libraries) else { throw DomainError.noMomentTrack }
            try Self.check(position, within: found.durationMilliseconds)
            guard try moments.count(by: author, in: track) < Self.mostPerTrack else { throw DomainError.tooManyMoments }
            guard try moments.count(by: author) < Self.mostPerPerson else { throw DomainError.tooManyMomentsInAll }
            let part = try moments.isShared(by: author) ? found.part : nil
            return Changes(
                at: now, .add(id, to: track, positionMilliseconds: position, text, by: author, at: now),
                journal: [entry], events: [MomentEvents.event(.added, id, of: track, by: author, in: part)])
        }
        return try await moment(id, for: caller)
    }

    /// Changes the text or the position of a moment of the caller's own. A hidden one stays hidden.
    package func edit(
        _ id: ID<Moment>, _ change: MomentChange, as caller: Principal, from origin: String
    ) async throws -> Moment {
        try caller.require(.takePart)
        try takeAllowance(of: caller)
        let now = clock.now()
        try await store.edit { moments in
            let stored = try Self.own(id, of: caller, moments)
            if let position = change.positionMilliseconds {
                try Self.check(position, within: stored.durationMilliseconds)
            }
            let position = change.positionMilliseconds ?? stored.positionMilliseconds
            let text = change.text?.text ?? stored.text
            guard position != stored.positionMilliseconds || text != stored.text else { return nil }
            return Changes(
                at: now, .change(id, positionMilliseconds: position, text: text, at: now),
                journal: [Self.entry("moment.edit", id, stored.track, caller, origin, at: now)],
                events: [stored.event(.changed)])
        }
        return try await moment(id, for: caller)
    }

    /// Removes a moment of the caller's own.
    package func remove(_ id: ID<Moment>, as caller: Principal, from origin: String) async throws {
        try caller.require(.takePart)
        let now = clock.now()
        try await store.edit { moments in
            let stored = try Self.own(id, of: caller, moments)
            return Changes(
                at: now, .remove(id),
                journal: [Self.entry("moment.delete", id, stored.track, caller, origin, at: now)],
                events: [stored.event(.removed)], notifications: [stored.retraction])
        }
    }

    /// Hides the moment from everybody but its author and moderators, or shows it again. The author is notified of the
    /// reason.
    ///
    /// - Parameter reason: nil to show the moment again.
    package func hide(
        _ id: ID<Moment>, because reason: String?, as caller: Principal, from origin: String
    ) async throws -> Moment {
        try caller.require(.moderate)
        let now = clock.now()
        let hiding = try reason.map { try Hiding(at: now, because: $0) }
        try await store.edit { moments in
            let stored = try Self.visible(id, to: caller, moments)
            guard stored.hiding?.reason != hiding?.reason else { return nil }
            let entry = Self.entry(
                hiding == nil ? "moment.show" : "moment.hide", id, stored.track, caller, origin, at: now,
                hiding.map { ["reason": $0.reason] } ?? [:])
            var changes = Changes<MomentWrite>(
                at: now, .hide(id, hiding, by: caller.user), journal: [entry],
                events: [stored.event(hiding == nil ? .shown : .hidden, isHidden: false)],
                notifications: [stored.retraction])
            if let hiding {
                changes.notifications.append(stored.notice(of: hiding, by: caller.user))
                changes.followUps = [.closeReports(about: id, at: now, by: .init(caller, from: origin))]
            }
            return changes
        }
        return try await moment(id, for: caller)
    }

    private func moment(_ id: ID<Moment>, for caller: Principal) async throws -> Moment {
        guard let moment = try await store.moment(id, for: caller) else { throw DomainError.noMoment }
        return moment
    }

    /// Throws `rateLimited` with the time to wait: it stops programs, not people.
    private func takeAllowance(of caller: Principal) throws(DomainError) {
        if let wait = limiter.take(caller.user, burst: Self.burst, refill: Self.refill) {
            throw DomainError(.rateLimited, "Too many actions in a short time. Wait a moment", retryAfter: wait)
        }
    }

    private static func visible(
        _ id: ID<Moment>, to caller: Principal, _ moments: some MomentState
    ) throws -> StoredMoment {
        guard let stored = try moments.moment(id), caller.sees(stored) else { throw DomainError.noMoment }
        return stored
    }

    private static func own(
        _ id: ID<Moment>, of caller: Principal, _ moments: some MomentState
    ) throws -> StoredMoment {
        let stored = try visible(id, to: caller, moments)
        guard stored.author == caller.user else { throw DomainError.notYourMoment }
        return stored
    }

    private static func check(_ position: Int64, within duration: Int64) throws(DomainError) {
        guard (0...max(0, duration)).contains(position) else {
            throw .invalid("positionMs must be between 0 and \(max(0, duration))", field: "positionMs")
        }
    }

    private static func entry(
        _ action: String, _ id: ID<Moment>, _ track: ID<Track>, _ caller: Principal, _ origin: String,
        at instant: Timestamp, _ details: [String: String] = [:]
    ) -> JournalEntry {
        JournalEntry(
            at: instant, by: caller, from: origin, action, .init("moment", id),
            details: ["track": track.rawValue].merging(details) { first, _ in first })
    }
}

extension StoredMoment {
    /// - Parameter isHidden: whether only the author and moderators see it after the change; nil where this stays.
    fileprivate func event(_ change: MomentEvents.Change, isHidden: Bool? = nil) -> Event {
        let isForOthers = isShared && !(isHidden ?? (hiding != nil))
        return MomentEvents.event(change, id, of: track, by: author, in: isForOthers ? part : nil)
    }

    fileprivate func notice(of hiding: Hiding, by moderator: ID<Person>) -> NotificationChange {
        .deliver(
            NotificationDraft(
                to: author, .momentHidden, by: moderator, namesActor: false,
                about: NotificationSubject(.track, track), title: title, text: hiding.reason, library: part,
                topic: topic))
    }

    /// Removes the notification that the moment was hidden.
    fileprivate var retraction: NotificationChange {
        .retract(about: track.rawValue, kind: .momentHidden, topic: topic)
    }

    private var topic: String { "moment:\(id)" }
}

extension DomainError {
    fileprivate static let noMomentTrack = DomainError.notFound("There is no such track")
}
