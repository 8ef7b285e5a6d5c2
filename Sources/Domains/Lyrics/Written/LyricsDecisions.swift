package import Catalog
package import Journal
package import Primitives

/// The written lyrics as they are within a transaction, for decisions that must hold when they are written.
package protocol LyricsWritingState {
    /// Throws `notFound` for a track that does not exist, is missing, or is out of scope.
    func song(_ track: ID<Track>, in scope: LibraryScope) throws -> WritableSong
    /// The version that everybody reads; nil if nobody has written any.
    func current(of track: ID<Track>) throws -> (id: ID<LyricsVersion>, content: WrittenLyrics)?
    /// Throws `notFound` for a version of another track, or of a track out of scope.
    func version(
        _ id: ID<LyricsVersion>, of track: ID<Track>?, in scope: LibraryScope
    ) throws -> (version: LyricsVersion, content: WrittenLyrics)
    func openProposal(about track: ID<Track>, by author: ID<Person>) throws -> ID<LyricsVersion>?
    /// The moderators who see the track.
    func moderators(of track: ID<Track>) throws -> [ID<Person>]
}

/// The facts about a track that decide who may write its lyrics.
package struct WritableSong: Sendable {
    package let title: String
    /// The part of the library that the track belongs to.
    package let library: String
    /// The user who submitted the track; nil for others.
    package let submitter: ID<Person>?

    package init(title: String, library: String, submitter: ID<Person>?) {
        self.title = title
        self.library = library
        self.submitter = submitter
    }

    package func isWritable(by caller: Principal) -> Bool {
        caller.may(.moderate) || caller.may(.submit) && submitter == caller.user
    }
}

/// A write to the stored lyrics.
package enum LyricsWrite: Sendable {
    case add(
        ID<LyricsVersion>, WrittenLyrics, of: ID<Track>, by: ID<Person>, as: LyricsVersion.State, note: String,
        restored: ID<LyricsVersion>?, at: Timestamp)
    case remove(ID<LyricsVersion>)
    case decide(ID<LyricsVersion>, as: LyricsVersion.State, reason: String, by: ID<Person>, at: Timestamp)
}

/// The decisions about written lyrics, and the changes that follow from them.
enum LyricsDecisions {
    static func write(
        _ id: ID<LyricsVersion>, _ draft: LyricsVersionDraft, of track: ID<Track>, as caller: Principal,
        by actor: JournalEntry.Actor, at instant: Timestamp, _ state: any LyricsWritingState
    ) throws -> Changes<LyricsWrite> {
        let song = try state.song(track, in: caller.libraries)
        let current = try state.current(of: track)
        guard current?.id == draft.basis else { throw DomainError.lyricsChanged }
        guard current?.content ?? WrittenLyrics(stored: []) != draft.content else { throw DomainError.lyricsUnchanged }
        return try add(
            id, draft.content, note: draft.note, restoring: nil, of: track, song, as: caller, by: actor, at: instant,
            state)
    }

    static func restore(
        _ version: ID<LyricsVersion>, as id: ID<LyricsVersion>, of track: ID<Track>, as caller: Principal,
        by actor: JournalEntry.Actor, at instant: Timestamp, _ state: any LyricsWritingState
    ) throws -> Changes<LyricsWrite> {
        let song = try state.song(track, in: caller.libraries)
        let earlier = try state.version(version, of: track, in: caller.libraries)
        guard earlier.version.state == .published else { throw DomainError.noLyricsVersion }
        guard try state.current(of: track)?.content != earlier.content else { throw DomainError.lyricsUnchanged }
        return try add(
            id, earlier.content, note: "", restoring: version, of: track, song, as: caller, by: actor, at: instant,
            state)
    }

    private static func add(
        _ id: ID<LyricsVersion>, _ content: WrittenLyrics, note: String, restoring restored: ID<LyricsVersion>?,
        of track: ID<Track>, _ song: WritableSong, as caller: Principal, by actor: JournalEntry.Actor,
        at instant: Timestamp, _ state: any LyricsWritingState
    ) throws -> Changes<LyricsWrite> {
        let publishes = song.isWritable(by: caller)
        var changes = Changes<LyricsWrite>(at: instant)
        if let earlier = try state.openProposal(about: track, by: caller.user) {
            changes.writes.append(.remove(earlier))
            changes.notifications.append(.retract(about: track.rawValue, kind: .lyricsProposed, topic: topic(earlier)))
        }
        changes.writes.append(
            .add(
                id, content, of: track, by: caller.user, as: publishes ? .published : .proposed, note: note,
                restored: restored, at: instant))
        let action = publishes ? restored == nil ? "lyrics.write" : "lyrics.restore" : "lyrics.propose"
        changes.journal = [entry(action, id, of: track, song, by: actor, at: instant)]
        guard !publishes else {
            changes.events = [published(track, song)]
            return changes
        }
        changes.events = [queued(id)]
        changes.notifications += try state.moderators(of: track).map { moderator in
            .deliver(
                NotificationDraft(
                    to: moderator, .lyricsProposed, by: caller.user, about: NotificationSubject(.track, track),
                    title: song.title, library: song.library, topic: topic(id)))
        }
        return changes
    }

    static func decide(
        _ id: ID<LyricsVersion>, publishes: Bool, reason: String, as caller: Principal, by actor: JournalEntry.Actor,
        at instant: Timestamp, _ state: any LyricsWritingState
    ) throws -> Changes<LyricsWrite> {
        let version = try state.version(id, of: nil, in: caller.libraries).version
        guard version.state == .proposed else { throw DomainError.lyricsDecided }
        let song = try state.song(version.track, in: caller.libraries)
        let entry = entry(
            publishes ? "lyrics.approve" : "lyrics.reject", id, of: version.track, song, by: actor, at: instant)
        var changes = Changes<LyricsWrite>(
            at: instant,
            .decide(id, as: publishes ? .published : .rejected, reason: reason, by: caller.user, at: instant),
            journal: [entry], events: publishes ? [published(version.track, song), queued(id)] : [queued(id)],
            notifications: [.retract(about: version.track.rawValue, kind: .lyricsProposed, topic: topic(id))])
        if let author = version.author {
            changes.notifications.append(
                .deliver(
                    NotificationDraft(
                        to: author.id, publishes ? .lyricsApproved : .lyricsRejected, by: caller.user,
                        namesActor: false, about: NotificationSubject(.track, version.track), title: song.title,
                        text: reason, library: song.library)))
        }
        return changes
    }

    private static func entry(
        _ action: String, _ id: ID<LyricsVersion>, of track: ID<Track>, _ song: WritableSong,
        by actor: JournalEntry.Actor, at instant: Timestamp
    ) -> JournalEntry {
        JournalEntry(
            at: instant, by: actor, action, .init("track", track),
            details: ["version": id.rawValue, "title": song.title])
    }

    /// Lets listeners' clients read the lyrics again.
    private static func published(_ track: ID<Track>, _ song: WritableSong) -> Event {
        Event(.lyrics, to: .library(song.library), ["track": .text(track.rawValue)])
    }

    /// Lets moderators' clients read the queue again.
    private static func queued(_ id: ID<LyricsVersion>) -> Event {
        Event(.moderation, to: .may(.moderate), ["id": .text(id.rawValue), "state": "lyrics"])
    }

    private static func topic(_ id: ID<LyricsVersion>) -> String { "lyrics:\(id)" }
}
