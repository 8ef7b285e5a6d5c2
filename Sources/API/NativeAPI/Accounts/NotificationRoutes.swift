package import HTTPSupport
import Hummingbird
package import Journal
package import Messaging
import Primitives

/// The caller's notifications, and the kinds that they want.
package enum NotificationRoutes {
    /// The notifications to mark as read; all of them where it is absent.
    private static let ids = Input<[ID<Notification>]?>("ids", .ids(upTo: NotificationService.mostAtOnce))
    /// The kinds that a user does not want.
    private static let muted = Input<[String]>(
        "muted", .texts(upTo: NotificationKind.allCases.count, as: .choice(of: NotificationKind.self)))

    @TableBuilder<Endpoint> package static func endpoints(notifications: NotificationService) -> [Endpoint] {
        let path = "/api/v1/notifications"
        Endpoint(
            .get, path, .requires(.takePart), tag: "notifications",
            "The caller's notifications, newest first, and the number of unread ones; the latest 500 are stored",
            parameters: [Endpoint.Parameter("unread", .choice(["true", "false"]), "Only unread ones")] + .paging,
            reply: NotificationPageBody.self, capacity: 32 * 1024
        ) { request, context in
            let (page, unread) = try await notifications.notifications(
                unreadOnly: request.flag("unread") ?? false, request.pageRequest(), as: context.principal())
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
            body: Self.muted.schema, reply: NotificationChoiceBody.self
        ) { request, context in
            let muted = try await request.read(Self.muted) { fields in
                try Set<NotificationKind>(named: fields.read(\.self), field: "muted") {
                    "There is no kind of notification called \($0)"
                }
            }
            let caller = try context.principal()
            try await notifications.mute(muted, as: caller)
            return NotificationChoiceBody(kinds: notifications.kinds(for: caller), muted: muted)
        }
    }
}

private struct UnreadCountBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("unreadCount") { $0.count }
    }

    let count: Int
}

extension Notification: ObjectBody {
    package static let component: String? = "Notification"
    package static let fields = Fields<Self> {
        Field("id") { $0.id }
        Field("kind") { $0.kind }
        Field("at") { $0.at }
        Field("read") { $0.readAt != nil }
        Field("actor") { $0.actor }
        Field("subject", ifPresent: { $0.subject }) {
            Field("kind") { $0.kind }
            Field("id") { $0.id }
            Field("date") { $0.day }
        }
        Field("title") { $0.title }
        Field("text") { $0.text }
    }
}

/// A page of notifications, and the number of unread ones altogether.
struct NotificationPageBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("items") { $0.page.items }
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
