import Journal
import Primitives

extension JournalEntry {
    static func sessionCreated(_ session: SessionRecord, by actor: Actor, at now: Timestamp) -> JournalEntry {
        JournalEntry(
            at: now, by: actor, "session.create", Subject(kind: "session", id: session.id.rawValue),
            details: ["client": session.client])
    }
}
