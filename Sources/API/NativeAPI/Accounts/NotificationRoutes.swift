package import HTTPSupport
import Hummingbird
package import Journal
package import Messaging
import Primitives

/// The caller's notifications, and the kinds that they want.
package struct NotificationRoutes: Sendable {
    /// The notifications to mark as read; all of them where it is absent.
    private static let ids = Input<[ID<Notification>]?>("ids", .ids(upTo: NotificationService.mostAtOnce))

    private let notifications: NotificationService

    package init(notifications: NotificationService) {
        self.notifications = notifications
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let path = "/api/v1/notifications"
        Endpoint(
            .get, path, .requires(.takePart), tag: "notifications",
            "The caller's notifications, newest first, and the number of unread ones; the latest 500 are stored",
            parameters: [Endpoint.Parameter("unread", .choice(["true", "false"]), "Only unread ones")] + .paging,
            reply: NotificationPageBody.self, capacity: 32 * 1024
        ) { request, context in
            let unreadOnly = try request.choice("unread", of: Flag.self) == .true
            let (page, unread) = try await notifications.notifications(
                unreadOnly: unreadOnly, request.pageRequest(), as: context.principal())
            return NotificationPageBody(page: page, unread: unread)
        }
        Endpoint(
            .post, path + "/read", .requires(.takePart), tag: "notifications",
            "Mark notifications as read; all of them if no ids are given", body: Self.ids.schema,
            reply: UnreadCountBody.self
        ) { request, context in
            let ids = try await request.read(Self.ids)
            return UnreadCountBody(count: try await notifications.markRead(ids, as: context.principal()))
        }
        Endpoint(
            .get, path + "/choices", .requires(.takePart), tag: "notifications",
            "All kinds of notifications, and those that the caller has muted", reply: NotificationChoiceBody.self
        ) { _, context in
            let caller = try context.principal()
            return NotificationChoiceBody(
                kinds: notifications.kinds(for: caller), muted: try await notifications.muted(as: caller))
        }
        Endpoint(
            .put, path + "/choices", .requires(.takePart), tag: "notifications", "Mute these kinds and no others",
            body: NotificationMutingBody().schema, reply: NotificationChoiceBody.self, handler: choose)
    }

    private enum Flag: String, CaseIterable {
        case `true`, `false`
    }

    private func choose(_ request: Request, _ context: GatewayContext) async throws -> NotificationChoiceBody {
        var fields = try await request.input(NotificationMutingBody())
        var muted: Set<NotificationKind> = []
        for name in try fields.read(\.kinds) {
            guard let kind = NotificationKind(rawValue: name) else {
                throw DomainError.invalid("There is no kind of notification called \(name)", field: "muted")
            }
            muted.insert(kind)
        }
        try fields.end()
        let caller = try context.principal()
        try await notifications.mute(muted, as: caller)
        return NotificationChoiceBody(kinds: notifications.kinds(for: caller), muted: muted)
    }
}

/// The kinds that a user does not want.
private struct NotificationMutingBody: InputBody {
    let kinds = Input<[String]>(
        "muted", .texts(upTo: NotificationKind.allCases.count, as: .choice(of: NotificationKind.self)))
}

private struct UnreadCountBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("unreadCount") { $0.count }
    }

    let count: Int
}

struct NotificationBody: ObjectBody {
    static let component: String? = "Notification"
    static let fields = Fields<Self> {
        Field("id") { $0.notification.id }
        Field("kind") { $0.notification.kind }
        Field("at") { $0.notification.at }
        Field("read") { $0.notification.readAt != nil }
        Field("actor") { $0.notification.actor.map(NamedPersonBody.init) }
        Field("subject", ifPresent: { $0.notification.subject }) {
            Field("kind") { $0.kind }
            Field("id") { $0.id }
            Field("date") { $0.day }
        }
        Field("title") { $0.notification.title }
        Field("text") { $0.notification.text }
    }

    let notification: Notification
}

/// A page of notifications, and the number of unread ones altogether.
struct NotificationPageBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("items") { $0.page.items.map(NotificationBody.init) }
        Field("nextCursor") { $0.page.next?.text }
        Field("unreadCount") { $0.unread }
    }

    let page: Page<Notification>
    let unread: Int
}

/// The kinds of notifications that a user receives.
struct NotificationChoiceBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("kinds") { $0.kinds }
        Field("muted") { $0.kinds.filter($0.muted.contains) }
    }

    let kinds: [NotificationKind]
    let muted: Set<NotificationKind>
}
