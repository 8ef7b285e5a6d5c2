package import Primitives

/// An entry as it stands in the journal.
package struct JournalRecord: Sendable, Equatable {
    package let number: Int64
    package let id: String
    package let at: Timestamp
    package let actor: JournalEntry.Actor
    /// The user's name; nil when the account was deleted, or no user is named.
    package let actorName: String?
    package let action: String
    package let subject: JournalEntry.Subject?
    package let details: [String: String]
    package let seal: JournalSeal
    /// The names of the things that the entry refers to, as far as they exist; empty until they are looked up.
    package var names: [JournalReference: JournalName] = [:]

    package init(
        number: Int64, id: String, at: Timestamp, actor: JournalEntry.Actor, actorName: String?, action: String,
        subject: JournalEntry.Subject?, details: [String: String], seal: JournalSeal
    ) {
        self.number = number
        self.id = id
        self.at = at
        self.actor = actor
        self.actorName = actorName
        self.action = action
        self.subject = subject
        self.details = details
        self.seal = seal
    }
}

/// A thing that a journal entry is about or mentions.
package struct JournalReference: Hashable, Sendable {
    /// The kinds of things that have names. Details use them as keys.
    package static let kinds: Set<String> = [
        "user", "track", "album", "artist", "genre", "library", "playlist", "submission", "post", "comment", "wish",
        "folder", "shelfItem", "share", "plan", "invitation", "radio", "report", "request",
    ]

    package let kind: String
    package let id: String

    package init(kind: String, id: String) {
        self.kind = kind
        self.id = id
    }
}

/// The current name of a thing.
package struct JournalName: Sendable, Equatable {
    package let name: String
    /// The artist of a piece of music.
    package let artist: String?

    package init(name: String, artist: String? = nil) {
        self.name = name
        self.artist = artist
    }
}

extension JournalRecord {
    /// The entry's subject, and the things whose ids are in its details.
    package var references: Set<JournalReference> {
        let mentioned = details.filter { JournalReference.kinds.contains($0.key) }
            .map { JournalReference(kind: $0.key, id: $0.value) }
        return Set(mentioned + [subjectReference].compactMap(\.self))
    }

    package var subjectReference: JournalReference? {
        guard let subject, JournalReference.kinds.contains(subject.kind) else { return nil }
        return JournalReference(kind: subject.kind, id: subject.id)
    }
}

/// The journal entries that a caller asks for.
package struct JournalFilter: Sendable, Equatable {
    package static let everything = JournalFilter()

    /// The user who acted.
    package var person: ID<Person>?
    package var action: String?
    /// The kind of the subject, such as `track`.
    package var kind: String?
    /// Plays are many, and are in the listening histories too.
    package var excludesPlays: Bool
    /// Entries at or after this instant.
    package var from: Timestamp?
    /// Entries before this instant.
    package var until: Timestamp?

    package init(
        person: ID<Person>? = nil, action: String? = nil, kind: String? = nil, excludesPlays: Bool = false,
        from: Timestamp? = nil, until: Timestamp? = nil
    ) {
        self.person = person
        self.action = action
        self.kind = kind
        self.excludesPlays = excludesPlays
        self.from = from
        self.until = until
    }
}
