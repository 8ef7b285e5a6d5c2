import Journal
import Primitives

extension JournalEntry {
    static func userCreated(
        _ user: User, by actor: Actor, at now: Timestamp, _ further: [String: String] = [:]
    ) -> JournalEntry {
        JournalEntry(
            at: now, by: actor, "user.create", Subject(kind: "user", id: user.id.rawValue),
            details: ["username": user.username.text, "role": user.role.rawValue].merging(further) { $1 })
    }
}
