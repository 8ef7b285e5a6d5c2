/// A thing that an entry of the journal is about or mentions.
package struct JournalReference: Hashable, Sendable {
    /// Kinds of things that have names; details are called by them.
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

/// The present name of a thing.
package struct JournalName: Sendable, Equatable {
    package let name: String
    /// Of music: whose it is.
    package let artist: String?

    package init(name: String, artist: String? = nil) {
        self.name = name
        self.artist = artist
    }
}

extension JournalRecord {
    /// The entry's subject, and the things whose ids stand in its details.
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
