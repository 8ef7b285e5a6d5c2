import GRDB
import Journal

extension Changes {
    /// Writes everything in the order that `Changes` describes.
    ///
    /// - Parameter execute: makes one of the domain's own writes.
    func write(to db: Database, _ execute: (Write) throws -> Void) throws {
        for write in writes { try execute(write) }
        for entry in journal { try entry.append(to: db) }
        for event in events { try event.append(to: db) }
        for notification in notifications {
            switch notification {
            case .deliver(let draft): try draft.deliver(in: db, at: instant)
            case .retract(let subject, let kind, let topic, let person):
                try NotificationDraft.retract(about: subject, kind: kind, topic: topic, from: person, in: db)
            case .retractTopic(let topic, let person): try NotificationDraft.retract(topic, from: person, in: db)
            }
        }
        for write in followUps { try execute(write) }
    }
}
