package import Primitives

/// A row of the journal exactly as it is stored, which is what its seal is about.
package struct JournalRow: Sendable, Equatable {
    /// From 1 on, without gaps.
    package let number: Int64
    package let id: String
    /// Milliseconds since 1970.
    package let at: Int64
    package let actor: String?
    package let origin: String
    package let action: String
    package let subjectKind: String?
    package let subjectID: String?
    /// A JSON object.
    package let details: String

    package init(
        number: Int64, id: String, at: Int64, actor: String?, origin: String, action: String, subjectKind: String?,
        subjectID: String?, details: String
    ) {
        self.number = number
        self.id = id
        self.at = at
        self.actor = actor
        self.origin = origin
        self.action = action
        self.subjectKind = subjectKind
        self.subjectID = subjectID
        self.details = details
    }

    /// - Parameter details: the entry's, as JSON.
    package init(_ entry: JournalEntry, number: Int64, details: String) {
        self.init(
            number: number, id: entry.id.rawValue, at: entry.at.milliseconds, actor: entry.actor.user?.rawValue,
            origin: entry.actor.origin, action: entry.action, subjectKind: entry.subject?.kind,
            subjectID: entry.subject?.id, details: details)
    }
}
