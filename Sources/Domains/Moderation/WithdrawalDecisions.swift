package import Catalog
package import Journal
package import Primitives

/// The catalog and its withdrawn songs as they are within a transaction, for decisions that must hold when they are
/// written.
package protocol WithdrawalState {
    var reports: any ReportState { get }

    /// The present tracks of a song or an album in the caller's libraries, in the album's order.
    func tracks(of target: WithdrawalTarget, for caller: Principal) throws -> [TrackItem]
    func library(of track: ID<Track>) throws -> ID<Library>?
    /// Nil for songs that were not submitted, and where the submitter's account was deleted.
    func origin(of track: ID<Track>) throws -> WithdrawalOrigin?
    /// Throws `notFound` for a song of a library out of scope.
    func withdrawal(_ id: ID<Withdrawal>, in scope: LibraryScope) throws -> Withdrawal
    /// Whether the song's library is still there.
    func hasLibrary(_ id: ID<Withdrawal>) throws -> Bool
    /// The song whose file was being removed; nil if its removal has ended.
    func removing(_ id: ID<Withdrawal>) throws -> RemovedSong?
}

/// The submission that a withdrawn song came from.
package struct WithdrawalOrigin: Sendable {
    /// Its id. Submissions belong to a domain above this one.
    package let submission: String
    package let submitter: ID<Person>

    package init(submission: String, submitter: ID<Person>) {
        self.submission = submission
        self.submitter = submitter
    }
}

/// A song whose file is removed for good.
package struct RemovedSong: Sendable {
    package let track: ID<Track>
    package let title: String
    package let artist: String

    package init(track: ID<Track>, title: String, artist: String) {
        self.track = track
        self.title = title
        self.artist = artist
    }
}

/// A write to the withdrawn songs.
package enum WithdrawalWrite: Sendable {
    case add(
        ID<Withdrawal>, TrackItem, because: ModerationReason, submitter: ID<Person>?, moderator: ID<Person>,
        at: Timestamp)
    /// Removes the tracks from every list.
    case hide([ID<Track>], of: ID<Library>, at: Timestamp)
    case beginRestoration(ID<Withdrawal>)
    /// The song's user data stays, as for any missing track.
    case endRemoval(ID<Withdrawal>, at: Timestamp)
    case report(ReportWrite)
}

/// The decisions to withdraw a song or an album, to restore it and to remove it for good, and the changes that follow.
enum WithdrawalDecisions {
    static func withdraw(
        _ target: WithdrawalTarget, because reason: ModerationReason, by actor: JournalEntry.Actor,
        as caller: Principal, at instant: Timestamp, _ state: any WithdrawalState
    ) throws -> (changes: Changes<WithdrawalWrite>, withdrawn: (ids: [ID<Withdrawal>], tracks: [ID<Track>])) {
        let items = try state.tracks(of: target, for: caller)
        guard let first = items.first, let library = try state.library(of: first.id) else {
            throw DomainError.nothingToWithdraw(target)
        }
        var changes = Changes<WithdrawalWrite>(at: instant)
        var ids: [ID<Withdrawal>] = []
        var submitted: [ID<Person>: [(origin: WithdrawalOrigin, item: TrackItem)]] = [:]
        for item in items {
            let (id, origin) = (ID<Withdrawal>.make(at: instant), try state.origin(of: item.id))
            if let origin { submitted[origin.submitter, default: []].append((origin, item)) }
            ids.append(id)
            changes.writes.append(
                .add(
                    id, item, because: reason, submitter: origin?.submitter, moderator: caller.user, at: instant))
        }
        changes.writes.append(.hide(items.map(\.id), of: library, at: instant))
        changes.journal = [entry(target, first, count: items.count, because: reason, by: actor, at: instant)]
        changes.notifications = submitted.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { submitter, songs in
            notification(to: submitter, of: songs, because: reason, by: caller.user)
        }
        for item in items {
            let closed = try ReportDecisions.act(on: .track, item.id.rawValue, by: actor, at: instant, state.reports)
            changes.append(closed, as: WithdrawalWrite.report)
        }
        changes.events += ids.map(WithdrawalEvents.event)
        return (changes, (ids, items.map(\.id)))
    }

    static func restore(
        _ id: ID<Withdrawal>, by actor: JournalEntry.Actor, as caller: Principal, at instant: Timestamp,
        _ state: any WithdrawalState
    ) throws -> Changes<WithdrawalWrite> {
        let withdrawal = try state.withdrawal(id, in: caller.libraries)
        guard [.leaving, .binned].contains(withdrawal.state) else { throw DomainError.withdrawalEnded }
        guard try state.hasLibrary(id) else { throw DomainError.withdrawnLibraryRemoved }
        let entry = JournalEntry(
            at: instant, by: actor, "track.restore", .init("track", withdrawal.track),
            details: ["title": withdrawal.title, "artist": withdrawal.artist])
        let notification = withdrawal.submitter.map { submitter in
            NotificationDraft(
                to: submitter.id, .musicRestored, by: caller.user, namesActor: false,
                about: NotificationSubject(.track, withdrawal.track), title: withdrawal.title)
        }
        return Changes(
            at: instant, .beginRestoration(id), journal: [entry], events: [WithdrawalEvents.event(id)],
            notifications: notification.map { [.deliver($0)] } ?? [])
    }

    /// Records that the file was deleted for good.
    static func endRemoval(
        _ id: ID<Withdrawal>, at instant: Timestamp, _ state: any WithdrawalState
    ) throws -> Changes<WithdrawalWrite> {
        guard let song = try state.removing(id) else { return Changes(at: instant) }
        let entry = JournalEntry(
            at: instant, by: .gateway, "track.remove", .init("track", song.track),
            details: ["title": song.title, "artist": song.artist])
        return Changes(
            at: instant, .endRemoval(id, at: instant), journal: [entry], events: [WithdrawalEvents.event(id)])
    }

    /// One notification for all songs of a submitter that are withdrawn together.
    private static func notification(
        to submitter: ID<Person>, of songs: [(origin: WithdrawalOrigin, item: TrackItem)],
        because reason: ModerationReason, by moderator: ID<Person>
    ) -> NotificationChange? {
        guard let (origin, item) = songs.first else { return nil }
        return .deliver(
            NotificationDraft(
                to: submitter, .musicWithdrawn, by: moderator, namesActor: false,
                about: NotificationSubject(.submission, origin.submission),
                title: songs.count > 1 ? item.albumName : item.title, text: reason.text))
    }

    private static func entry(
        _ target: WithdrawalTarget, _ first: TrackItem, count: Int, because reason: ModerationReason,
        by actor: JournalEntry.Actor, at instant: Timestamp
    ) -> JournalEntry {
        var details = ["reason": reason.text]
        switch target {
        case .track(let id):
            details["title"] = first.title
            details["artist"] = first.artists.map(\.name).joined(separator: ", ")
            return JournalEntry(at: instant, by: actor, "track.withdraw", .init("track", id), details: details)
        case .album(let id):
            details["name"] = first.albumName
            details["artist"] = first.albumArtists.map(\.name).joined(separator: ", ")
            details["tracks"] = String(count)
            return JournalEntry(at: instant, by: actor, "album.withdraw", .init("album", id), details: details)
        }
    }
}

/// The events about withdrawn songs.
package enum WithdrawalEvents {
    /// Lets moderators' clients reload the withdrawal.
    package static func event(_ id: ID<Withdrawal>) -> Event {
        Event(.moderation, to: .may(.moderate), ["id": .text(id.rawValue), "state": .text("withdrawal")])
    }
}
