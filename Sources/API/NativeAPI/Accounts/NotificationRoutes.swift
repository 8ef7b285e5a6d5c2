package import HTTPSupport
import HTTPTypes
import Hummingbird
package import Journal
package import Messaging
import Primitives

/// The caller's notifications, and the kinds that they want.
package struct NotificationRoutes: Sendable {
    private let notifications: NotificationService

    package init(notifications: NotificationService) {
        self.notifications = notifications
    }

    package var endpoints: [Endpoint] {
        let path = "/api/v1/notifications"
        let choice = Endpoint.Reply.json(.ok, NotificationChoiceBody.schema)
        return [
            Endpoint(
                .get, path, .requires(.takePart), tag: "notifications",
                "What the caller was told, newest first, and how much of it is unread; the latest 500 are kept",
                parameters: [Endpoint.Parameter("unread", .choice(["true", "false"]), "Only what is unread")] + .paging,
                reply: .json(.ok, NotificationPageBody.schema), handler: list),
            Endpoint(
                .post, path + "/read", .requires(.takePart), tag: "notifications",
                "Mark some as read, or all where no ids are given",
                body: .object(required: [], optional: [("ids", .array(.text))]),
                reply: .json(.ok, CountBody.schema("unreadCount")), handler: markRead),
            Endpoint(
                .get, path + "/choices", .requires(.takePart), tag: "notifications",
                "The kinds of notifications that there are, and which the caller has muted", reply: choice,
                handler: choices),
            Endpoint(
                .put, path + "/choices", .requires(.takePart), tag: "notifications",
                "Mute these kinds and no others",
                body: .object(
                    required: [("muted", .array(.choice(NotificationKind.allCases.map(\.rawValue))))], optional: []),
                reply: choice, handler: choose),
        ]
    }

    private enum Flag: String, CaseIterable {
        case `true`, `false`
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let unreadOnly = try request.choice("unread", of: Flag.self) == .true
        let (page, unread) = try await notifications.notifications(
            unreadOnly: unreadOnly, request.pageRequest(), as: context.principal())
        return .json(NotificationPageBody(page: page, unread: unread), capacity: page.items.count * 384)
    }

    @Sendable private func markRead(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        var ids: [ID<Notification>]?
        if fields.presence(of: "ids") == .value {
            ids = try fields.texts("ids", count: NotificationService.mostAtOnce, eachUpTo: 64).map { ID($0) }
        }
        try fields.end()
        return .json(CountBody("unreadCount", try await notifications.markRead(ids, as: context.principal())))
    }

    @Sendable private func choices(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        return .json(
            NotificationChoiceBody(
                kinds: notifications.kinds(for: caller), muted: try await notifications.muted(as: caller)))
    }

    @Sendable private func choose(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        var muted: Set<NotificationKind> = []
        for name in try fields.texts("muted", count: NotificationKind.allCases.count) {
            guard let kind = NotificationKind(rawValue: name) else {
                throw DomainError.invalid("There is no kind of notification called \(name)", field: "muted")
            }
            muted.insert(kind)
        }
        try fields.end()
        let caller = try context.principal()
        try await notifications.mute(muted, as: caller)
        return .json(NotificationChoiceBody(kinds: notifications.kinds(for: caller), muted: muted))
    }
}

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

/// A page of notifications, and the number of unread ones altogether.
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

/// The kinds of notifications that a user receives.
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
