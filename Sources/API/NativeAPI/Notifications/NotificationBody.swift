import HTTPSupport
import Messaging
import Primitives

struct NotificationBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("id", .text), ("kind", .choice(NotificationKind.allCases.map(\.rawValue))), ("at", .instant),
            ("read", .flag), ("title", .text), ("text", .text),
        ],
        optional: [
            ("actor", NamedPersonBody.schema),
            (
                "subject",
                .object(
                    required: [("kind", .choice(NotificationSubject.Kind.allCases.map(\.rawValue))), ("id", .text)],
                    optional: [("date", .text)])
            ),
        ])

    let notification: Notification

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", notification.id.rawValue)
            json.field("kind", notification.kind.rawValue)
            json.field("at", notification.at)
            json.field("read", notification.readAt != nil)
            if let actor = notification.actor { json.field("actor", NamedPersonBody(actor)) }
            if let subject = notification.subject {
                json.key("subject")
                json.object { json in
                    json.field("kind", subject.kind.rawValue)
                    json.field("id", subject.id)
                    json.field("date", subject.day)
                }
            }
            json.field("title", notification.title)
            json.field("text", notification.text)
        }
    }
}

/// A page of notifications, and how many are unread altogether.
struct NotificationPageBody: JSONWritable {
    static let schema = Schema.object(
        required: [("items", .array(.named("Notification"))), ("unreadCount", .integer)],
        optional: [("nextCursor", .text)])

    let page: Page<Notification>
    let unread: Int

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("items", page.items.map(NotificationBody.init))
            json.field("nextCursor", page.next?.text)
            json.field("unreadCount", unread)
        }
    }
}

/// What a person is told of at all.
struct NotificationChoiceBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("kinds", .array(.choice(NotificationKind.allCases.map(\.rawValue)))),
            ("muted", .array(.choice(NotificationKind.allCases.map(\.rawValue)))),
        ], optional: [])

    let kinds: [NotificationKind]
    let muted: Set<NotificationKind>

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("kinds", kinds.map(\.rawValue))
            json.field("muted", kinds.filter(muted.contains).map(\.rawValue))
        }
    }
}
