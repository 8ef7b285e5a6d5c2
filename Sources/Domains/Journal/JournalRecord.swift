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
    package var names: [JournalEntry.Subject: JournalName] = [:]

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

extension JournalEntry.Subject {
    /// The kinds of things that have names. Details use them as keys.
    private static let namedKinds: Set<String> = [
        "user", "track", "album", "artist", "genre", "library", "playlist", "submission", "post", "comment", "wish",
        "folder", "shelfItem", "share", "plan", "invitation", "radio", "report", "request",
    ]

    fileprivate var hasName: Bool { Self.namedKinds.contains(kind) }
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
    /// The things with names among the entry's subject and those whose ids are in its details.
    package var references: Set<JournalEntry.Subject> {
        let mentioned = details.map { JournalEntry.Subject(kind: $0.key, id: $0.value) }
        return Set((mentioned + [subject].compactMap(\.self)).filter(\.hasName))
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
