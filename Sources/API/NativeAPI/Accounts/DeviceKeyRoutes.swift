package import Accounts
package import HTTPSupport
package import Hummingbird
import Primitives

/// Device keys for remote clients: the caller's own, and every user's for admins.
package enum DeviceKeyRoutes {
    /// Another name for a device key.
    private static let label = Input<String>("label", .text())

    /// - Parameters:
    ///   - origin: the server's own address as clients reach it.
    ///   - qrCode: draws a text as an SVG picture.
    @TableBuilder<Endpoint>
    package static func endpoints(
        keys: DeviceKeyService, origin: @escaping @Sendable (Request) -> String,
        qrCode: @escaping @Sendable (String) -> String?
    ) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/me/device-keys", .requires(.manageOwnAccount), tag: "me", "The caller's device keys",
            reply: ListBody<ListedDeviceKey>.self
        ) { _, context in ListBody(try await keys.list(as: context.caller())) }
        Endpoint(
            .post, "/api/v1/me/device-keys", .requiresConfirmed(.manageOwnAccount), tag: "me",
            "Create a key for a remote client; its text is shown only once. Without scopes it may read, write and stream. qrCode: an SVG of server, username and text, one per line",
            credentials: true, body: DeviceKeyDraftBody().schema, reply: IssuedDeviceKeyBody.self, status: .created,
            capacity: 16 * 1024
        ) { request, context in
            let draft = try await DeviceKeyDraftBody().read(request)
            let issued = try await keys.create(draft, as: context.caller())
            let server = origin(request)
            let login = [server, issued.username, issued.text].joined(separator: "\n")
            return IssuedDeviceKeyBody(issued: issued, server: server, qrCode: qrCode(login))
        }
        Endpoint(
            .delete, "/api/v1/me/device-keys", .requires(.manageOwnAccount), tag: "me", "Revoke all device keys",
            credentials: true
        ) { _, context in try await keys.revokeAll(as: context.caller()) }
        Endpoint(
            .patch, "/api/v1/me/device-keys/{id}", .requires(.manageOwnAccount), tag: "me", "Rename a device key",
            credentials: true, body: Self.label.schema, reply: ListedDeviceKey.self
        ) { request, context in
            let label = try await request.read(Self.label)
            return try await keys.rename(context.id("id"), to: label, as: context.caller())
        }
        Endpoint(
            .delete, "/api/v1/me/device-keys/{id}", .requires(.manageOwnAccount), tag: "me",
            "Revoke a device key and the accounts that were made with it", credentials: true,
            parameters: [RetainedProducts.parameter]
        ) { request, context in
            let keeps = try request.choice("keep", of: RetainedProducts.self) == .accounts
            try await keys.revoke(context.id("id"), keepingAccounts: keeps, as: context.caller())
        }
        Endpoint(
            .get, "/api/v1/users/{id}/device-keys", .requires(.manageUsers), tag: "users", "A user's device keys",
            reply: ListBody<ListedDeviceKey>.self
        ) { _, context in ListBody(try await keys.list(of: context.id("id"), as: context.caller())) }
        Endpoint(
            .delete, "/api/v1/users/{id}/device-keys", .requiresConfirmed(.manageUsers), tag: "users",
            "Revoke all device keys of a user", credentials: true
        ) { _, context in try await keys.revokeAll(of: context.id("id"), as: context.caller()) }
        Endpoint(
            .delete, "/api/v1/users/{id}/device-keys/{key}", .requiresConfirmed(.manageUsers), tag: "users",
            "Revoke a device key of a user", credentials: true
        ) { _, context in try await keys.revoke(context.id("key"), of: context.id("id"), as: context.caller()) }
    }
}

/// A new device key.
private struct DeviceKeyDraftBody: InputBody {
    let label = Input<String>("label", .text())
    let scopes = Input<[String]?>(
        "scopes", .texts(upTo: DeviceKeyScope.allCases.count, as: .choice(of: DeviceKeyScope.self)))
    let days = Input<Int?>("expiresInDays", .integer(in: 1...3650))

    func read(_ request: Request) async throws -> DeviceKeyDraft {
        try await request.read(self) { fields in
            var draft = DeviceKeyDraft(label: try fields.read(\.label))
            if let names = try fields.read(\.scopes) {
                draft.scopes = try Set(named: names, field: "scopes") { _ in
                    "scopes may hold \(DeviceKeyScope.allCases.map(\.rawValue).joined(separator: ", "))"
                }
            }
            draft.expiresInDays = try fields.read(\.days)
            return draft
        }
    }
}

/// A device key as its owner and admins see it, without its text.
extension ListedDeviceKey: ObjectBody {
    package static let component: String? = "DeviceKey"
    package static let fields = Fields<Self> {
        Field("id") { $0.key.id }
        Field("label") { $0.key.label }
        Field("scopes", .array(.choice(of: DeviceKeyScope.self))) { $0.key.scopes.map(\.rawValue).sorted() }
        Field("usable") { $0.isUsable }
        Field("createdAt") { $0.key.createdAt }
        Field("expiresAt") { $0.key.expiresAt }
        Field("lastUsedAt") { $0.key.lastUse?.at }
        Field("lastClient") { $0.key.lastUse?.client }
        Field("lastAddress") { $0.key.lastUse?.address }
        Field("products") { $0.products.isEmpty ? nil : $0.products }
    }
}

/// A new device key with its text, which is shown only once.
struct IssuedDeviceKeyBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("key") { ListedDeviceKey(key: $0.issued.key, isUsable: true) }
        Field("server") { $0.server }
        Field("username") { $0.issued.username }
        Field("text") { $0.issued.text }
        Field("qrCode") { $0.qrCode }
    }

    let issued: IssuedDeviceKey
    let server: String
    let qrCode: String?
}
